"""Reads the memory, the variables and the files of other processes."""
import os, sys
read = []
own, pid = set(), str(os.getpid())
while pid != "0" and pid not in own:
    own.add(pid)
    try:
        pid = open("/proc/%s/stat" % pid).read().rsplit(")", 1)[1].split()[1]
    except OSError:
        break
for pid in {word for word in os.listdir("/proc") if word.isdigit()} - own | set(sys.argv[2:]):
    for name in ["mem", "environ", "maps"]:
        try:
            file = open("/proc/%s/%s" % (pid, name), "rb")
            if name == "mem":
                read.append(pid + " mem")
            elif file.read(1):
                read.append(pid + " " + name)
        except OSError:
            pass
    try:
        for number in os.listdir("/proc/%s/fd" % pid):
            open("/proc/%s/fd/%s" % (pid, number), "rb").close()
            read.append(pid + " fd")
    except OSError:
        pass
print("succeeded: it read", read) if read else print("held")
