#!/bin/sh
# Writes a file without end.
exec cat /dev/zero >endless
