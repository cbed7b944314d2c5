"""Leaves a segment of shared memory behind that outlives every process."""
import ctypes
libc = ctypes.CDLL(None, use_errno=True)
segment = libc.shmget(0x41474F4E, 64 << 20, 0o1666)
queue = libc.msgget(0x41474F4E, 0o1666)
print("succeeded: it has", segment, queue) if max(segment, queue) >= 0 else print("held")
