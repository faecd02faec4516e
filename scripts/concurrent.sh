# To be sourced: the packages that do several things at once, which the race
# detector looks at; those that wait longest come first.

# shellcheck disable=SC2034 # it is for those that source this
concurrent=(
	./harness/subject ./harness/run ./harness/judge/answer ./harness/live ./harness/live/lobby ./harness/live/match
	./harness/suite/pool ./harness/live/seating ./harness/live/tournament ./harness/live/transcript ./harness/live/wire
)

# What these tests show is done by the system to processes of other programs, and
# most of their time passes there: what the harness does at once meanwhile, the
# other tests of the package do as well. The last ones read long or many inputs, one after
# another.
# shellcheck disable=SC2034 # it is for those that source this
systems='^Test(KeeperWithLess|Starved|StarvedBriefly|BegunLate|MemoryWithoutGroups|MemoryIsJudgedAlways|KeeperUnderAttack|NothingIsLeftBehind|ObjectsEndWithTheRun|ForkBombIsBounded|SessionHasProcessorTimeForEachCase|Forbidden|ReadAndWrite|KernelLimits|MemoryOfTheNetwork|MemoryIsBounded|WipeIsNobodysTime|TimeOfZombies|HiddenLater|FilesAreSealed|Linger|LinesSilent|LinesAtTheBound|LinesTooLong|ReadersFindValues|KnownLinesAreReadAgain)$'
