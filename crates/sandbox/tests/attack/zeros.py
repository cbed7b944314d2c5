"""Holds memory that no process has mapped any more, in mappings of zeros."""
import mmap, os, sys
limit = int(sys.argv[1].split(",")[0])
held = []
try:
    zero = os.open("/dev/zero", os.O_RDWR)
    while len(held) << 24 < 2 * limit:
        memory = mmap.mmap(zero, 1 << 24)
        for place in range(0, 1 << 24, 4096):
            memory[place] = 1
        memory.madvise(mmap.MADV_DONTNEED)
        held.append(memory)
    print("succeeded: it holds", len(held) << 4, "MiB")
except OSError as error:
    print("held", error)
