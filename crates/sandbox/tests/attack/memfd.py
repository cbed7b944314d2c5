"""Holds memory that no process has mapped, in files without a name."""
import os, sys
limit = int(sys.argv[1].split(",")[0])
held = 0
try:
    while held < 2 * limit:
        file = os.memfd_create("x")
        for _ in range(64):
            held += os.write(file, bytes(1 << 20))
    print("succeeded: it holds", held >> 20, "MiB")
except OSError as error:
    print("held", error)
