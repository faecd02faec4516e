# To be sourced: makes sure that there is a Python, since some subjects that the
# tests start are Python programs, as those of many courses are.

if ! command -v python3 >/dev/null; then
	if [[ $(id -u) -eq 0 ]] && command -v apt-get >/dev/null; then
		echo "python: python3 is missing, installing it"
		apt-get update -qq
		DEBIAN_FRONTEND=noninteractive apt-get install -y -qq python3 >/dev/null
	else
		echo "python: python3 is missing: the tests that need it will say that they are skipped" >&2
	fi
fi

# The python3 of a version manager is a script that looks for the real one each
# time, which costs more than most of the programs that are started by it.
if python=$(python3 -c 'import sys; print(sys.executable)' 2>/dev/null) && [[ -x $python ]]; then
	PATH=$(dirname "$python"):$PATH
	export PATH
fi
