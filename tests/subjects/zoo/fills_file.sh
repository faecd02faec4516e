#!/bin/sh
# Writes a file without end.
exec yes >endless
