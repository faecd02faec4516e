#!/bin/sh
# Exits before it reads or writes anything.
exit 0
