"""Attacks the process whose id is in the file `pid` beside this one, and those that the file `secrets` hides;
then answers as an evaluation, or ends with 0 if its argument is `once`. Ends with 3 if an attack succeeds."""
import os, subprocess, sys
# The others end their own program, so that nothing could be told after them.
attacks = ["kill", "prlimit", "ptrace", "privileges", "memfd", "sysv", "lease", "read_files", "read_memory",
           "symlink", "write_outside", "sockets", "descriptors", "setsid"]
folder = os.path.dirname(os.path.abspath(__file__))
pid = open(os.path.join(folder, "pid")).read().strip()
secrets = open(os.path.join(folder, "secrets")).read().split()
for name in attacks:
    command = [sys.executable, os.path.join(folder, name + ".py"), ",".join(["67108864", "0", pid] + secrets), pid]
    told = subprocess.run(command, capture_output=True, text=True)
    if not told.stdout.startswith("held"):
        sys.stderr.write("%s: %s %s" % (name, told.stdout, told.stderr))
        sys.exit(3)
if sys.argv[1:] != ["once"]:
    for line in sys.stdin:
        print(len(attacks), flush=True)
