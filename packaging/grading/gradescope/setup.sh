#!/bin/bash
# Gradescope runs this once, to make the image: installs Agon and the interpreter.
set -euo pipefail
source=${AUTOGRADER:-/autograder}/source
. "$source/course.conf"
case $ASSIGNMENT in
  santorini) packages="ghc" ;;
  nim | tictactoe) packages="swi-prolog-nox" ;;
  byte) packages="sbcl" ;;
  theseus) packages="default-jdk-headless" ;;
  *) echo "course.conf: there is no assignment $ASSIGNMENT" >&2; exit 1 ;;
esac
apt-get update
apt-get install --yes --no-install-recommends $packages
install -m 755 "$source/agon" /usr/local/bin/agon
# Hand-ins run as this user, who may not write the results.
id grader >/dev/null 2>&1 || useradd --create-home grader
