"""Writes without end: one file, many files, many empty ones, everywhere."""
import os, sys, time
limit = int(sys.argv[1].split(",")[1])
written = 0
for number, folder in enumerate([".", "/tmp", "/var/tmp", "/dev/shm", "/run", "/dev", "/"]):
    try:
        for name in range(64):
            if written > 2 * limit:
                break
            with open(os.path.join(folder, "fill%d-%d" % (number, name)), "wb", 0) as file:
                for _ in range(16):
                    written += file.write(bytes(1 << 20))
    except OSError:
        pass
count, end = 0, time.time() + 5
try:
    while time.time() < end:
        open("empty%d" % count, "w").close()
        count += 1
except OSError:
    pass
if written > limit + (1 << 20) or time.time() >= end:
    print("succeeded: it wrote", written >> 20, "MiB and", count, "files")
else:
    print("held")
