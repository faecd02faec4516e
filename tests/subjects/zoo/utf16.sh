#!/bin/sh
# Answers right in UTF-16.
printf '\377\376[\0[\0[\0"\0r\0e\0d\0"\0]\0,\0[\0"\0w\0h\0i\0t\0e\0"\0]\0]\0]\0'
