"""Ends the processes of others by a signal."""
import os, signal, sys
reached = []
for pid in [1] + [int(word) for word in sys.argv[2:]]:
    try:
        os.kill(pid, signal.SIGKILL if pid != 1 else 0)
        if pid != 1:
            reached.append(pid)
    except OSError:
        pass
print("succeeded: a signal reached", reached) if reached else print("held")
