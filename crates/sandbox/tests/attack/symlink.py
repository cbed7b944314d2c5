"""Reaches other files by links, and by the folders of other processes."""
import os, sys
read = []
paths = sys.argv[1].split(",")[3:]
for path in paths:
    for number, target in enumerate([path, "/proc/1/root" + path, "/proc/1/cwd/" + path, "/proc/self/root/old" + path]):
        name = "link%d" % number
        try:
            os.symlink(target, name)
            if open(name, "rb").read(1):
                read.append(target)
        except OSError:
            pass
        try:
            os.unlink(name)
            os.link(path, name)
            read.append(path)
        except OSError:
            pass
print("succeeded: it read", read) if read else print("held")
