# The template of a CodeRunner question: a combinator that is also the grader ("Template grader").
# The sandbox of CodeRunner (Jobe) needs agon and the interpreter of the assignment.
import subprocess
import sys

ASSIGNMENT = "nim"
FILE = "nim.pl"
OPTIONS = ["--questions", "60"]

with open(FILE, "w", encoding="utf-8") as file:
    file.write("""{{ STUDENT_ANSWER | e('py') }}""")
command = ["agon", "grade", ASSIGNMENT, FILE, "--format", "coderunner", *OPTIONS]
done = subprocess.run(command, stdout=subprocess.PIPE, text=True, encoding="utf-8", check=False)
# Without a result nothing is printed that CodeRunner takes for a grade: the question says that it is broken.
if not done.stdout:
    sys.exit("agon has no result")
print(done.stdout)
