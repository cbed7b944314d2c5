"""Starts processes that start processes."""
import os, time
end = time.monotonic() + 1.5
while time.monotonic() < end:
    try:
        os.fork()
    except OSError:
        time.sleep(0.05)
time.sleep(30)
