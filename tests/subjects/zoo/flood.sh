#!/bin/sh
# Would write ten gigabytes of right answers.
yes '[[["red"],["white"]]]' | head -c 10000000000
