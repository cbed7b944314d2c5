"""Keeps others from opening a file by a lease, and takes what the system has only a few of."""
import ctypes, fcntl, os
libc = ctypes.CDLL(None, use_errno=True)
taken = []
try:
    fcntl.fcntl(os.open(__file__, os.O_RDONLY), fcntl.F_SETLEASE, fcntl.F_WRLCK)
    taken.append("a lease")
except OSError:
    pass
if libc.inotify_init1(0) >= 0:
    taken.append("inotify")
# io_setup.
if os.uname().machine == "x86_64" and libc.syscall(206, 1, ctypes.byref(ctypes.c_ulong(0))) == 0:
    taken.append("asynchronous input")
print("succeeded: it has", taken) if taken else print("held")
