"""Writes outside of its folder."""
import os, sys
written = []
folders = {os.path.dirname(path) for path in sys.argv[1].split(",")[3:]} | {"/", "/etc", "/usr", "/home", "/root", "/var", "/run", "/opt"}
for folder in folders | {os.path.dirname(os.path.abspath(__file__))}:
    path = os.path.join(folder, "agon-was-here")
    try:
        open(path, "w").close()
        written.append(path)
    except OSError:
        pass
print("succeeded: it wrote", written) if written else print("held")
