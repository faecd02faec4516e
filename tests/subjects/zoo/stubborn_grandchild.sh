#!/bin/sh
# Waits while a grandchild holds standard output and ignores the request to end.
sh -c "trap '' TERM; sh -c \"trap '' TERM; while :; do sleep 60; done\" & wait" &
wait
