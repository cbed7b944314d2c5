"""Is root, or becomes it: in a namespace of its own, by keys, by the kernel."""
import ctypes, os
libc = ctypes.CDLL(None, use_errno=True)
gained = []
if os.getuid() == 0 or os.geteuid() == 0:
    gained.append("user 0")
for name, number in [("bpf", 321), ("perf", 298), ("userfaultfd", 323), ("keys", 248), ("io_uring", 425), ("mount", 165), ("pidfd", 434)]:
    if os.uname().machine == "x86_64":
        arguments = [b"user", b"agon", b"x", 1, -3] if name == "keys" else [1, 0, 0, 0, 0]
        if libc.syscall(number, *arguments) >= 0:
            gained.append(name)
# CLONE_NEWUSER, CLONE_NEWNS, CLONE_NEWPID.
for flag in [0x10000000, 0x20000, 0x20000000]:
    if libc.unshare(flag) == 0:
        gained.append(hex(flag))
try:
    os.setuid(0)
    gained.append("setuid")
except OSError:
    pass
print("succeeded: it has", gained) if gained else print("held")
