#!/usr/bin/env bash
# A Slurm of one node on this machine alone, for tests: scripts/slurm.sh up|down
# [FOLDER]. Up starts munged, slurmctld and slurmd, all of whose files lie in the
# folder, by default .bin/slurm, and ends when the node takes jobs; then
#   . FOLDER/env
# makes sbatch and the others speak to it. Down ends the three. Programs are
# those of the machine, or else Debian's packages, unpacked in the folder:
# nothing is installed. Without either up ends with status 3 and says why.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

command=${1-}
folder=$(realpath -m "${2-.bin/slurm}")
packages=(munge libmunge2 slurmctld slurmd slurm-client slurm-wlm-basic-plugins libhwloc15 liblua5.1-0)
library=usr/lib/$(uname -m)-linux-gnu
root=$folder/root
export PATH=$root/usr/sbin:$root/usr/bin:$PATH:/usr/sbin

impossible() {
	echo "slurm.sh: $1" >&2
	exit 3
}

# fetch unpacks the packages in the folder.
fetch() {
	[ ! -d "$root" ] || return 0
	command -v apt-get >/dev/null && command -v dpkg-deb >/dev/null || impossible 'there is no Slurm, and no apt-get to fetch it with'
	mkdir -p "$folder/packages"
	if ! (cd "$folder/packages" && timeout 200 apt-get -qq download "${packages[@]}") 2>"$folder/fetch.log"; then
		tail -n 3 "$folder/fetch.log" >&2
		impossible 'there is no Slurm, and its packages cannot be fetched'
	fi
	for package in "$folder"/packages/*.deb; do
		dpkg-deb -x "$package" "$root.new"
	done
	# Debian has two Slurms; these links choose this one.
	for program in slurmctld slurmd slurmstepd; do
		[ -e "$root.new/usr/sbin/$program" ] || ln -s "$program-wlm" "$root.new/usr/sbin/$program"
	done
	mv "$root.new" "$root"
	rm -r "$folder/packages"
}

# port prints a free one; the daemons need fixed numbers.
port() {
	local try
	for try in $(shuf -i 20000-32000 -n 50); do
		if ! (exec 3<>"/dev/tcp/127.0.0.1/$try") 2>/dev/null; then
			echo "$try"
			return
		fi
	done
	impossible 'no port is free'
}

# configure writes all that the daemons read.
configure() {
	local host user memory plugins='' controller daemon
	host=$(hostname -s)
	user=$(id -un)
	memory=$(awk '/^MemTotal:/ { print int($2 / 1024) }' /proc/meminfo)
	controller=$(port)
	daemon=$(port)
	while [ "$daemon" = "$controller" ]; do daemon=$(port); done
	mkdir -p "$folder"/{munge,state,spool,run}
	chmod 711 "$folder"
	chmod 755 "$folder/munge"
	if [ -d "$root" ]; then
		plugins="PluginDir=$root/$library/slurm-wlm"
		printf 'export LD_LIBRARY_PATH=%q\n' "$root/$library:$root/$library/slurm-wlm" >"$folder/env"
	else
		: >"$folder/env"
	fi
	{
		printf 'export SLURM_CONF=%q\n' "$folder/slurm.conf"
		# Later words may hold variables of the reader.
		printf 'export PATH=%q:$PATH\n' "$root/usr/bin:$root/usr/sbin"
	} >>"$folder/env"
	(umask 077 && head -c 128 /dev/urandom >"$folder/munge/key")
	# Processors are named twice as often as they are, so that tasks overlap also
	# on the smallest machine.
	cat >"$folder/slurm.conf" <<CONF
ClusterName=touchstone
SlurmctldHost=$host(127.0.0.1)
SlurmUser=$user
SlurmdUser=$user
AuthType=auth/munge
CredType=cred/munge
AuthInfo=socket=$folder/munge/socket
CommunicationParameters=DisableIPv6
$plugins
SlurmctldPort=$controller
SlurmdPort=$daemon
SlurmctldPidFile=$folder/run/slurmctld.pid
SlurmdPidFile=$folder/run/slurmd.pid
SlurmctldLogFile=$folder/slurmctld.log
SlurmdLogFile=$folder/slurmd.log
StateSaveLocation=$folder/state
SlurmdSpoolDir=$folder/spool
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
MpiDefault=none
SwitchType=switch/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
SlurmdParameters=config_overrides
SchedulerParameters=sched_interval=1,batch_sched_delay=0
ReturnToService=2
NodeName=$host NodeAddr=127.0.0.1 CPUs=4 RealMemory=$memory State=UNKNOWN
PartitionName=all Nodes=$host Default=YES MaxTime=INFINITE State=UP
CONF
}

up() {
	[ ! -e "$folder/run/slurmctld.pid" ] || impossible "$folder has one that runs; scripts/slurm.sh down ends it"
	[ "$(id -u)" = 0 ] || impossible 'slurmd starts jobs as other users, for which it must be root'
	for program in munged slurmctld slurmd slurmstepd sbatch; do
		command -v "$program" >/dev/null || fetch
	done
	configure
	# shellcheck source=/dev/null
	. "$folder/env"
	munged --force --key-file="$folder/munge/key" --socket="$folder/munge/socket" --pid-file="$folder/run/munged.pid" \
		--log-file="$folder/munge/log" --seed-file="$folder/munge/seed" || impossible 'munged does not start'
	slurmctld -c -f "$folder/slurm.conf" || { down; impossible 'slurmctld does not start'; }
	# Unpacked elsewhere, slurmd does not know where its helper is.
	slurmd -f "$folder/slurm.conf" -d "$(command -v slurmstepd)" || { down; impossible 'slurmd does not start'; }
	for _ in $(seq 100); do
		if sinfo --noheader --format=%T 2>/dev/null | grep -q '^idle$'; then
			sinfo --version
			return
		fi
		sleep 0.2
	done
	sinfo >&2 || true
	tail -n 5 "$folder/slurmctld.log" "$folder/slurmd.log" >&2 || true
	down
	impossible 'the node did not come up in 20 seconds'
}

# down ends the daemons by the numbers that they left, if these are still theirs.
down() {
	local name file number
	for name in slurmd slurmctld munged; do
		file=$folder/run/$name.pid
		[ -s "$file" ] || continue
		number=$(cat "$file")
		case $(tr '\0' ' ' 2>/dev/null <"/proc/$number/cmdline") in *"$folder"*) ;; *) continue ;; esac
		kill "$number" 2>/dev/null || continue
		for _ in $(seq 50); do
			[ -d "/proc/$number" ] || break
			sleep 0.1
		done
		[ ! -d "/proc/$number" ] || kill -KILL "$number"
	done
	rm -rf "$folder/run" "$folder/state" "$folder/spool" "$folder/munge"
}

case $command in
up) up ;;
down) down ;;
*)
	echo 'usage: scripts/slurm.sh up|down [FOLDER]' >&2
	exit 2
	;;
esac
