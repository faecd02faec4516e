# To be sourced: makes sure that there is a Python, since some subjects that the
# tests start are Python programs, as those of many courses are.

if ! command -v python3 >/dev/null; then
	echo "python: python3 is missing, installing it"
	status=0
	scripts/packages.sh python3 || status=$?
	if [[ $status -eq 2 ]]; then
		echo "python: it can be installed by root with apt-get only: the tests that need it will say that they are skipped" >&2
	elif [[ $status -ne 0 ]]; then
		exit "$status"
	fi
fi

# The tests start a Python thousands of times. That of the machine may be a script of a
# version manager, and may load packages at each start, which costs several times what a
# small program does: the tests get one that has the standard library alone.
own=.bin/python
if command -v python3 >/dev/null; then
	if ! "$own/bin/python3" -c '' 2>/dev/null; then
		python3 -m venv --clear --without-pip "$own" || echo "python: no Python of our own here, the tests start that of the machine" >&2
	fi
	if [[ -x $own/bin/python3 ]]; then
		PATH=$PWD/$own/bin:$PATH
		export PATH
		# Programs cannot write where they stand: without this they would compile all that
		# they import at each start. Those of the zoo import nothing of ours.
		python3 -m compileall -q -x '/zoo/' tests/subjects tests/games >/dev/null || true
	fi
fi
