# To be sourced: the packages that do several things at once, which the race
# detector looks at.

# shellcheck disable=SC2034 # it is for those that source this
concurrent=(
	./harness/answer ./harness/live ./harness/lobby ./harness/match ./harness/pool ./harness/run
	./harness/subject ./harness/table ./harness/tournament ./harness/transcript ./harness/wire
)
