"""Leaves a daemon behind, in a session of its own."""
import os, sys, time
if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        for file in range(3):
            os.close(file)
        # The check outside looks for this word.
        os.execvp("sleep", ["sleep", "1000.0" + sys.argv[1].split(",")[2]])
    os._exit(0)
time.sleep(0.2)
print("held")
