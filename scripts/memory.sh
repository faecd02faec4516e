# To be sourced first: keeps the temporary files of the tests in memory, where root can
# have that. Tests write and remove tens of thousands of small files, and for each new one
# ext4 looks at all that were removed in the last seconds: in some tests that takes two
# thirds of the processor time.

# The mount belongs to this process and to all that it starts, and is gone with them. Half
# of the memory is the most that it takes: tests need 100 MB, the compiler some more. With
# TMPDIR the tests use that folder.
in_memory=/tmp/touchstone-tests
if [[ -z ${TESTS_IN_MEMORY:-}${TMPDIR:-} && $EUID == 0 && $PWD/ != "$in_memory"/* ]] &&
	awk '/^MemAvailable:/ { enough = $2 >= 6 * 1024 * 1024 } END { exit !enough }' /proc/meminfo 2>/dev/null &&
	mkdir -p "$in_memory" && unshare --mount mount -t tmpfs tmpfs "$in_memory" 2>/dev/null; then
	TESTS_IN_MEMORY=yes exec unshare --mount "$BASH" "scripts/$(basename "$0")" "$@"
fi
if [[ -n ${TESTS_IN_MEMORY:-} ]]; then
	unset TESTS_IN_MEMORY
	mount -t tmpfs -o mode=1777 tmpfs "$in_memory"
	export TMPDIR=$in_memory
fi
