"""Uses descriptors that were left open for it."""
import os
found = []
for number in range(3, 1024):
    try:
        os.fstat(number)
        found.append(number)
    except OSError:
        pass
print("succeeded: it has", found) if found else print("held")
