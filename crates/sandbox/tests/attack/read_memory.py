"""Reads the memory, the variables and the files of other processes."""
import os, sys
read = []
own = str(os.getpid())
numbers = {word for word in os.listdir("/proc") if word.isdigit()} | set(sys.argv[2:])
for pid in numbers - {own}:
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
