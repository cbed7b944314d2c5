"""Reads another hand-in, the answers of the grader, and what only root may read."""
import os, sys
read = []
for path in sys.argv[1].split(",")[3:] + ["/etc/shadow", "/root/.bash_history"]:
    try:
        if open(path, "rb").read(1):
            read.append(path)
    except OSError:
        pass
    try:
        if os.path.dirname(path) != "/etc" and os.listdir(os.path.dirname(path)) and os.path.exists(path):
            read.append(path)
    except OSError:
        pass
print("succeeded: it read", read) if read else print("held")
