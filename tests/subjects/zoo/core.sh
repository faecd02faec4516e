#!/bin/sh
# Asks for a core dump, then dies of a segmentation fault.
ulimit -c unlimited 2>/dev/null
kill -SEGV $$
