"""Writes outside of its folder."""
import os, sys
written = []
folders = {os.path.dirname(path) for path in sys.argv[1].split(",")[3:]} | {"/", "/etc", "/usr", "/home", "/root", "/var", "/run", "/opt"}
for folder in folders | {os.path.dirname(os.path.abspath(__file__))}:
    path = os.path.join(folder, "agon-was-here")
    try:
        open(path, "w").close()
        # A sandbox has a file system of its own there, in which others are shown.
        if os.getcwd() != "/tmp/home" or os.stat(path).st_dev != os.stat("/tmp").st_dev:
            written.append(path)
    except OSError:
        pass
print("succeeded: it wrote", written) if written else print("held")
