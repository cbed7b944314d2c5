"""Starts ten thousand threads."""
import threading, time
threading.stack_size(64 << 10)
count = 0
try:
    while count < 10_000:
        threading.Thread(target=time.sleep, args=(20,), daemon=True).start()
        count += 1
except (RuntimeError, MemoryError):
    pass
print("succeeded: it has 10000 threads" if count == 10_000 else "held", flush=True)
import os
os._exit(0)
