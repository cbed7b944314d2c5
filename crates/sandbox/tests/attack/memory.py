"""Shares memory between processes that each have little of their own."""
import mmap, os, sys, time
size = int(sys.argv[1].split(",")[0]) // 8
reader, writer = os.pipe()
for child in range(16):
    if os.fork() == 0:
        try:
            shared = mmap.mmap(-1, size)
            for place in range(0, size, 4096):
                shared[place] = 1
            os.write(writer, b"+")
        except OSError:
            os._exit(0)
        time.sleep(30)
os.close(writer)
full = 0
while full < 16 and os.read(reader, 1):
    full += 1
print("succeeded: it holds twice the limit" if full == 16 else "held", flush=True)
