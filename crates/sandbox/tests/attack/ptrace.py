"""Traces the processes of others, or reads their memory by a system call."""
import ctypes, sys
libc = ctypes.CDLL(None, use_errno=True)
reached = []
for pid in [1] + [int(word) for word in sys.argv[2:]]:
    space = ctypes.create_string_buffer(8)
    vector = (ctypes.c_uint64 * 2)(ctypes.addressof(space), 8)
    far = (ctypes.c_uint64 * 2)(0x400000, 8)
    # PTRACE_SEIZE is 0x4206.
    if libc.ptrace(0x4206, pid, 0, 0) == 0 or libc.process_vm_readv(pid, vector, 1, far, 1, 0) > 0:
        reached.append(pid)
print("succeeded: it traced", reached) if reached else print("held")
