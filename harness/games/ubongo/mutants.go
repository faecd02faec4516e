package ubongo

import (
	"math/bits"
	"slices"
	"strings"
	"sync"

	"github.com/touchstone-harness/touchstone/harness/game"
)

// A mutantEntry is a mutant with the change of the rules that makes it.
type mutantEntry struct {
	id, clause string
	summary    string
	change     func(*rules)
	tasks      string // those in which it shows, separated by blanks
}

// A mutantGroup is about one thing, and so is its hint, which says where to look.
type mutantGroup struct {
	hint    string
	mutants []mutantEntry
}

// poseSets has the orientations that are right, and those of the mutants.
type poseSets struct{ right, mirrored, upright *poseTable }

var poseTables = sync.OnceValue(func() poseSets {
	c := box()
	return poseSets{
		right:    newPoseTable(c, true, rotations...),
		mirrored: newPoseTable(c, true, turnAboutRows, turnAboutColumns, mirror),
		upright:  newPoseTable(c, false, turnAboutLayers),
	}
})

// mutantGroups has the mutants of chapter 9, whose ids begin with the prefix, and
// others like them. Under the options of a run one may be no different from the
// rules: UO-M16 with wrong_claim=out, for example.
var mutantGroups = []mutantGroup{
	// What a solution is (3.3).
	{"Turn a piece about every axis, mirror it, and name its cells in other orders and other numbers", []mutantEntry{
		{
			"UO-M01", "UO-04", "takes a piece's mirror image for the piece",
			func(r *rules) { r.ways = poseTables().mirrored }, "check solve move play solo",
		},
		{
			"UO-M02", "UO-04", "lets a piece be turned about the vertical axis only",
			func(r *rules) { r.ways = poseTables().upright }, "check solve move play solo",
		},
		{
			"UO-M05", "UO-35", "counts the cells of a placement and does not look at its shape",
			func(r *rules) { r.wrong.shape.any = true }, "check move play solo",
		},
		{
			"cells-wanted-in-order", "UO-35", "refuses a placement whose cells are not in ascending order",
			func(r *rules) { r.wrong.shape.inOrder = true }, "check move play solo",
		},
		{
			"cell-twice-counts-once", "UO-35", "overlooks that a placement names a cell twice",
			func(r *rules) { r.wrong.shape.repeatsOnce = true }, "check move play solo",
		},
		{
			"shape-unchecked", "UO-35", "does not compare placements with the shapes of their pieces at all",
			func(r *rules) { r.skip(checkShape) }, "check move play solo",
		},
	}},
	{"Make solutions with one fault, with two at a time, and problems whose volume does not fit", []mutantEntry{
		{
			"piece-of-another-task-allowed", "UO-32", "does not ask whether a placed piece belongs to the task",
			func(r *rules) { r.skip(checkTask) }, "check",
		},
		{
			"piece-placed-twice-allowed", "UO-33", "does not ask whether a piece is placed twice",
			func(r *rules) { r.skip(checkTwice) }, "check",
		},
		{
			"piece-missing-allowed", "UO-34", "does not ask whether all pieces of the task are placed",
			func(r *rules) { r.skip(checkMissing) }, "check",
		},
		{
			"twice-before-not-in-task", "UO-33", "looks for pieces placed twice before it looks for pieces of other tasks",
			func(r *rules) { r.swap(checkTask) }, "check",
		},
		{
			"missing-before-twice", "UO-34", "looks for missing pieces before it looks for pieces placed twice",
			func(r *rules) { r.swap(checkTwice) }, "check",
		},
		{
			"shape-before-missing", "UO-35", "looks at shapes before it looks for missing pieces",
			func(r *rules) { r.swap(checkMissing) }, "check",
		},
		{
			"height-before-shape", "UO-36", "looks for pieces that stand too high before it looks at shapes",
			func(r *rules) { r.swap(checkShape) }, "check",
		},
		{
			"outline-before-height", "UO-37", "looks for cells outside of the outline before it looks for pieces that stand too high",
			func(r *rules) { r.swap(checkHeight) }, "check",
		},
		{
			"overhang-before-outline", "UO-38", "looks for overhanging cells before it looks for cells outside on the lower layer",
			func(r *rules) { r.swap(checkOutline) }, "check",
		},
		{
			"overlap-before-overhang", "UO-39", "looks for overlaps before it looks for overhanging cells",
			func(r *rules) { r.swap(checkOverhang) }, "check",
		},
		{
			"UO-M06", "UO-39", "looks for overlaps before it looks for cells outside",
			func(r *rules) {
				order := slices.Delete(slices.Clone(checks), checkOverlap, checkOverlap+1)
				r.checks = slices.Insert(order, checkHeight, checks[checkOverlap])
			}, "check",
		},
		{
			"gap-before-overlap", "UO-40", "looks for gaps before it looks for overlaps",
			func(r *rules) { r.swap(checkOverlap) }, "check",
		},
	}},
	{"Put cells above the second layer, beside the outline, into each other, and leave some unfilled, on either layer", []mutantEntry{
		{
			"UO-M03", "UO-36", "lets pieces stand higher than two layers",
			func(r *rules) { r.skip(checkHeight) }, "check",
		},
		{
			"third-layer-allowed", "UO-36", "lets pieces stand three layers high",
			func(r *rules) { r.layersMax++ }, "check",
		},
		{
			"second-layer-refused", "UO-36", "lets pieces be one layer high only",
			func(r *rules) { r.layersMax-- }, "check move play solo",
		},
		{
			"outside-allowed", "UO-37", "lets pieces lie outside of the outline on the lower layer",
			func(r *rules) { r.skip(checkOutline) }, "check",
		},
		{
			"overhang-allowed", "UO-38", "lets pieces hang over the outline on the upper layer",
			func(r *rules) { r.skip(checkOverhang) }, "check",
		},
		{
			"UO-M04", "UO-39", "lets pieces share a cell",
			func(r *rules) { r.skip(checkOverlap) }, "check",
		},
		{
			"upper-cells-shared", "UO-39", "lets pieces share a cell of the upper layer",
			func(r *rules) { r.wrong.shape.sharedAbove = true }, "check",
		},
		{
			"gap-allowed", "UO-40", "does not ask whether all of the footprint is filled",
			func(r *rules) { r.skip(checkGap) }, "check",
		},
		{
			"upper-gap-allowed", "UO-40", "asks only on the lower layer whether all of the footprint is filled",
			func(r *rules) { r.wrong.shape.gapsAbove = true }, "check",
		},
	}},
	{"Solve one problem in many ways: with its pieces in another order, and with pieces that lock each other in", []mutantEntry{
		{
			"pieces-wanted-in-order", "UO-41", "refuses placements that are not in the order of the piece ids",
			func(r *rules) { r.checks = append(slices.Clone(checks), (*rules).outOfOrder) }, "check move play solo",
		},
		{
			"pieces-let-down-from-above", "UO-41", "refuses solutions whose pieces cannot be let down from above one after another",
			func(r *rules) { r.checks = append(slices.Clone(checks), (*rules).interlocked) }, "check move play solo",
		},
	}},
	// What is to be solved.
	{"Look up the task on boards whose tasks have one number, and several", []mutantEntry{
		{
			"die-counted-from-zero", "UO-08", "takes the task of the next number for that of the number rolled",
			func(r *rules) { r.wrong.task.nextNumber = true }, "check solve move play view solo",
		},
		{
			"die-as-place-of-task", "UO-08", "takes the number rolled for the place of the task in the list",
			func(r *rules) { r.wrong.task.byPlace = true }, "check solve move play view solo",
		},
		{
			"task-of-roller", "UO-17", "gives every player the pieces that the roller's board asks for",
			func(r *rules) { r.wrong.task.ofRoller = true }, "move play",
		},
	}},
	// How many solutions there are (3.10).
	{"Count the solutions of symmetric footprints, of large ones, of none, and of pieces that do not fit in number", []mutantEntry{
		{
			"UO-M07", "UO-81", "counts every rotation, also those that fill the same cells",
			func(r *rules) { r.wrong.count.everyRotation = true }, "solve",
		},
		{
			"counts-up-to-symmetry", "UO-81", "counts solutions that are turned images of each other once",
			func(r *rules) { r.wrong.count.upToSymmetry = true }, "solve",
		},
		{
			"UO-M09", "UO-83", "stops counting at 100",
			func(r *rules) { r.wrong.count.max = 100 }, "solve",
		},
		{
			"counts-to-1000", "UO-83", "stops counting at 1000",
			func(r *rules) { r.wrong.count.max = 1000 }, "solve",
		},
		{
			"counts-in-one-byte", "UO-83", "begins at 0 again with the solution number 256",
			func(r *rules) { r.wrong.count.modulo = 256 }, "solve",
		},
		{
			"pieces-left-over", "UO-83", "counts fillings with only some of the pieces, too",
			func(r *rules) { r.wrong.count.piecesLeft = true }, "solve",
		},
	}},
	{"Compare the first solution number by number with one of your own", []mutantEntry{
		{
			"UO-M08", "UO-82", "gives the largest solution as the first one",
			func(r *rules) { r.wrong.count.largestFirst = true }, "solve",
		},
		{
			"first-found-is-first", "UO-82", "gives the first solution that its search finds",
			func(r *rules) { r.wrong.count.firstFound = true }, "solve",
		},
		{
			"last-piece-decides-first", "UO-82", "compares solutions by their last piece first",
			func(r *rules) { r.wrong.count.lastPieceFirst = true }, "solve",
		},
		{
			"cells-by-layer-first", "UO-82", "sorts the cells of a placement by layer, then row and column",
			func(r *rules) {
				r.wrong.count.arrange = func(list []placement) {
					for _, p := range list {
						slices.SortStableFunc(p.cells, func(a, b cell) int { return int(a.layer) - int(b.layer) })
					}
				}
			}, "solve",
		},
		{
			"pieces-in-descending-order", "UO-82", "lists the pieces of the first solution from the last id to the first",
			func(r *rules) { r.wrong.count.arrange = func(list []placement) { slices.Reverse(list) } }, "solve",
		},
		{
			"no-solution-as-empty-list", "UO-83", "gives an empty list as the first solution where there is none",
			func(r *rules) { r.wrong.count.noneIsEmpty = true }, "solve",
		},
	}},
	// Die and hourglass (3.2).
	{"Let the roller, the flipper and a third player roll and flip, in the first chance and in the second", []mutantEntry{
		{
			"anybody-rolls", "UO-17", "lets any player roll the die",
			func(r *rules) { r.wrong.turn.anyoneRolls = true }, "move play",
		},
		{
			"flipper-rolls", "UO-17", "lets the flipper roll the die",
			func(r *rules) { r.wrong.turn.flipperRolls = true }, "move play",
		},
		{
			"roll-turns-hourglass", "UO-17", "turns the hourglass together with the die",
			func(r *rules) { r.wrong.turn.rollTurnsGlass = true }, "move play",
		},
		{
			"anybody-flips", "UO-18", "lets any player turn the hourglass",
			func(r *rules) { r.wrong.turn.anyoneFlips = true }, "move play",
		},
		{
			"roller-flips", "UO-18", "lets the roller turn the hourglass",
			func(r *rules) { r.wrong.turn.rollerFlips = true }, "move play",
		},
		{
			"glass-stays-at-one", "UO-18", "does not count the second turn of the hourglass",
			func(r *rules) { r.wrong.turn.glassStaysOne = true }, "move play",
		},
		{
			"glass-counts-double", "UO-18", "counts each turn of the hourglass twice",
			func(r *rules) { r.wrong.turn.glassByTwo = true }, "move play",
		},
		{
			"second-flip-by-anybody", "UO-30", "lets any player turn the hourglass for the second chance",
			func(r *rules) { r.anyFlips = true }, "move play",
		},
		{
			"second-flip-by-next", "UO-30", "lets the flipper's left neighbour turn the hourglass for the second chance",
			func(r *rules) { r.wrong.turn.secondFlipByNext = true }, "move play",
		},
	}},
	// Claims.
	{"Let players claim in every order of seats, at the very last moment, at the same time, and again", []mutantEntry{
		{
			"claims-in-order-of-seats", "UO-19", "lets players claim in the order of their seats only",
			func(r *rules) { r.wrong.claim.bySeats = true }, "move play",
		},
		{
			"UO-M14", "UO-20", "refuses two claims at the same time",
			func(r *rules) { r.wrong.claim.timesDiffer = true }, "move play",
		},
		{
			"times-not-compared", "UO-20", "accepts a claim from a time before the last accepted one",
			func(r *rules) { r.wrong.claim.timesIgnored = true }, "move play",
		},
		{
			"time-compared-with-first", "UO-20", "compares the time of a claim with that of the first accepted one",
			func(r *rules) { r.wrong.claim.firstTimeOnly = true }, "move play",
		},
		{
			"newest-claim-in-front", "UO-20", "puts an accepted claim in front of those before it",
			func(r *rules) { r.wrong.claim.newestFirst = true }, "move play",
		},
		{
			"finishing-order-by-seats", "UO-20", "lists the accepted claims in the order of seats",
			func(r *rules) { r.wrong.claim.listBySeats = true }, "move play",
		},
		{
			"UO-M15", "UO-21", "lets a player claim again after an accepted claim",
			func(r *rules) { r.wrong.claim.again = true }, "move play",
		},
		{
			"last-moment-too-late", "UO-22", "refuses a claim at 60000 ms",
			func(r *rules) { r.claimMs-- }, "move play",
		},
		{
			"moment-after-in-time", "UO-22", "accepts a claim at 60001 ms",
			func(r *rules) { r.claimMs++ }, "move play",
		},
		{
			"claim-never-late", "UO-22", "accepts a claim at any time",
			func(r *rules) { r.claimMs = timeMax }, "move play",
		},
		{
			"second-chance-lasts-longer", "UO-31", "accepts claims after 60000 ms in the second chance",
			func(r *rules) { r.wrong.claim.secondLonger = true }, "move play",
		},
		{
			"second-chance-without-display", "UO-31", "pays no gem of the display in the second chance",
			func(r *rules) { r.wrong.claim.secondUnpaid = true }, "move play",
		},
	}},
	{"Claim wrong solutions, and right ones afterwards; let all players be done", []mutantEntry{
		{
			"UO-M16", "UO-29", "puts a player out of the round for a wrong claim",
			func(r *rules) { r.wrongOut = true }, "move play",
		},
		{
			"wrong-claim-accepted", "UO-29", "accepts a claim whatever its placements are",
			func(r *rules) { r.wrong.claim.unjudged = true }, "move play",
		},
		{
			"out-player-claims", "UO-29", "lets a player claim again who is out for a wrong claim",
			func(r *rules) { r.wrong.claim.outAgain = true }, "move play",
		},
		{
			"round-waits-for-stop", "UO-25", "waits for a stop when all have solved",
			func(r *rules) { r.waits = true }, "move play",
		},
		{
			"round-ends-without-last", "UO-25", "ends the round when only one player has not solved",
			func(r *rules) { r.leftMax++ }, "move play",
		},
	}},
	// Stop, and the second chance.
	{"Shout stop around 60000 ms, as every player, with and without a solver, in both chances", []mutantEntry{
		{
			"stop-a-moment-early", "UO-23", "accepts a stop at 59999 ms",
			func(r *rules) { r.stopMs-- }, "move play",
		},
		{
			"stop-a-moment-late", "UO-23", "refuses a stop at 60000 ms",
			func(r *rules) { r.stopMs++ }, "move play",
		},
		{
			"stop-by-flipper-only", "UO-23", "accepts a stop from the flipper only",
			func(r *rules) { r.wrong.stop.flipperOnly = true }, "move play",
		},
		{
			"stop-by-unsolved-only", "UO-23", "refuses a stop from a player who has solved",
			func(r *rules) { r.wrong.stop.unsolvedOnly = true }, "move play",
		},
		{
			"stop-for-one-player", "UO-24", "stops only the player who shouts",
			func(r *rules) { r.wrong.stop.forOne = true }, "move play",
		},
		{
			"no-second-chance", "UO-26", "ends the round at the first stop even if nobody has solved",
			func(r *rules) { r.wrong.stop.neverAgain = true }, "move play",
		},
		{
			"second-chance-rolls-anew", "UO-26", "has the die rolled again for the second chance",
			func(r *rules) { r.wrong.stop.rollsAnew = true }, "move play",
		},
		{
			"second-chance-without-flip", "UO-26", "turns the hourglass by itself for the second chance",
			func(r *rules) { r.wrong.stop.withoutFlip = true }, "move play",
		},
		{
			"UO-M13", "UO-27", "gives a third chance, and any further one",
			func(r *rules) { r.wrong.stop.againWithoutEnd = true }, "move play",
		},
		{
			"UO-M12", "UO-28", "gives a second chance although somebody has solved",
			func(r *rules) { r.wrong.stop.againAfterSolved = true }, "move play",
		},
	}},
	// Rewards (3.4).
	{"Count the gems of each solver by colour, from the first to the fourth", []mutantEntry{
		{
			"UO-M18", "UO-42", "gives the amber to the first and the sapphire to the second",
			func(r *rules) { r.prizes[0].display, r.prizes[1].display = brown, blue }, "rewards move play",
		},
		{
			"first-draws-nothing", "UO-42", "gives the first no gem of the bag",
			func(r *rules) { r.prizes[0].draws = false }, "rewards move play",
		},
		{
			"second-gets-sapphire", "UO-43", "gives a sapphire to the second, too",
			func(r *rules) { r.prizes[1].display = blue }, "rewards move play",
		},
		{
			"second-gets-nothing-of-display", "UO-43", "gives the second no gem of the display",
			func(r *rules) { r.prizes[1].display = noColour }, "rewards move play",
		},
		{
			"second-draws-nothing", "UO-43", "gives the second no gem of the bag",
			func(r *rules) { r.prizes[1].draws = false }, "rewards move play",
		},
		{
			"UO-M19", "UO-44", "gives nothing to the third and the fourth",
			func(r *rules) { r.prizes[2].draws, r.prizes[3].draws = false, false }, "rewards move play",
		},
		{
			"fourth-gets-nothing", "UO-44", "gives nothing to the fourth",
			func(r *rules) { r.prizes[3].draws = false }, "rewards move play",
		},
		{
			"third-gets-amber", "UO-44", "gives an amber of the display to the third, too",
			func(r *rules) { r.prizes[2].display = brown }, "rewards move play",
		},
		{
			"losers-get-amber", "UO-45", "gives an amber of the bag to each who has not solved",
			func(r *rules) { r.wrong.reward.losersToo = true }, "rewards move play",
		},
	}},
	{"Follow a gem: where it was, where it is afterwards, and who has it", []mutantEntry{
		{
			"UO-M21", "UO-46", "leaves the gem that was drawn in the bag",
			func(r *rules) { r.wrong.reward.drawnStays = true }, "rewards move play",
		},
		{
			"drawn-gem-lost", "UO-46", "takes the gem that was drawn from the bag, but nobody gets it",
			func(r *rules) { r.wrong.reward.drawnLost = true }, "rewards move play",
		},
		{
			"first-colour-drawn", "UO-46", "draws the first colour that the bag holds, whatever was drawn",
			func(r *rules) { r.wrong.reward.firstOfBag = true }, "rewards move play",
		},
		{
			"reward-goes-to-next", "UO-46", "pays the left neighbour of the one who has solved",
			func(r *rules) { r.wrong.reward.toNext = true }, "rewards move play",
		},
		{
			"claim-without-gem", "UO-46", "accepts a right claim that names no gem",
			func(r *rules) { r.wrong.claim.gemless = true }, "move play",
		},
		{
			"gem-out-of-nowhere", "UO-46", "accepts a claim with a gem that the bag does not hold",
			func(r *rules) { r.wrong.claim.anyGem = true }, "move play",
		},
		{
			"display-keeps-gem", "UO-48", "leaves in the display the gem that it pays from there",
			func(r *rules) { r.wrong.reward.displayKeeps = true }, "rewards move play",
		},
		{
			"empty-bag-pays-amber", "UO-47", "pays an amber where the bag is empty",
			func(r *rules) { r.wrong.reward.emptyBagPays = true }, "rewards",
		},
	}},
	{"End rounds with no solver, with one and with two, and count the gems of display and bag", []mutantEntry{
		{
			"leftover-gems-lost", "UO-48", "takes the gems that nobody has won out of the game",
			func(r *rules) { r.wrong.reward.leftoversLost = true }, "rewards move play",
		},
		{
			"leftover-gems-doubled", "UO-48", "puts gems into the bag that stay in the display, too",
			func(r *rules) { r.wrong.reward.leftoversCopied = true }, "rewards move play",
		},
		{
			"one-solver-leaves-amber", "UO-49", "returns nothing when one player has solved",
			func(r *rules) { r.leftovers[1] = nil }, "rewards move play",
		},
		{
			"one-solver-returns-sapphire", "UO-49", "returns a sapphire when one player has solved",
			func(r *rules) { r.leftovers[1] = []colour{blue} }, "rewards move play",
		},
		{
			"one-solver-returns-both", "UO-49", "returns a sapphire and an amber when one player has solved",
			func(r *rules) { r.leftovers[1] = r.leftovers[0] }, "rewards move play",
		},
		{
			"two-solvers-return-amber", "UO-49", "returns an amber when two players have solved, too",
			func(r *rules) { r.leftovers[2] = r.leftovers[1] }, "rewards move play",
		},
		{
			"UO-M20", "UO-50", "returns only the sapphire when nobody has solved",
			func(r *rules) { r.leftovers[0] = []colour{blue} }, "rewards move play",
		},
		{
			"no-solver-returns-amber-only", "UO-50", "returns only the amber when nobody has solved",
			func(r *rules) { r.leftovers[0] = []colour{brown} }, "rewards move play",
		},
	}},
	// The next round (3.5).
	{"Look at every key of the State in which the next round begins, with three players or four", []mutantEntry{
		{
			"UO-M17", "UO-16", "takes new boards from the bottom of the stack",
			func(r *rules) { r.wrong.fromBottom = true }, "move play",
		},
		{
			"top-board-copied", "UO-16", "leaves the board that it turns up on the stack",
			func(r *rules) { r.wrong.topStays = true }, "move play",
		},
		{
			"boards-back-under-stack", "UO-51", "puts the boards of the round back under their stacks",
			func(r *rules) { r.wrong.boardsReused = true }, "move play",
		},
		{
			"UO-M10", "UO-52", "lets the same player roll in every round",
			func(r *rules) { r.wrong.pass.nobody = true }, "move play",
		},
		{
			"UO-M11", "UO-52", "passes die and hourglass to the right",
			func(r *rules) { r.wrong.pass.right = true }, "move play",
		},
		{
			"only-roller-passes", "UO-52", "lets the same player turn the hourglass in every round",
			func(r *rules) { r.wrong.pass.rollerOnly = true }, "move play",
		},
		{
			"only-flipper-passes", "UO-52", "passes the hourglass but not the die",
			func(r *rules) { r.wrong.pass.flipperOnly = true }, "move play",
		},
		{
			"flipper-becomes-roller", "UO-52", "lets the flipper roll in the next round",
			func(r *rules) { r.wrong.pass.toFlipper = true }, "move play",
		},
		{
			"flipper-follows-roller", "UO-52", "lets the left neighbour of the next roller turn the hourglass",
			func(r *rules) { r.wrong.pass.together = true }, "move play",
		},
		{
			"die-stays", "UO-53", "leaves the number of the die for the next round",
			func(r *rules) { r.wrong.nextRound.die = true }, "move play",
		},
		{
			"glass-stays", "UO-53", "does not set glass to 0 for the next round",
			func(r *rules) { r.wrong.nextRound.glass = true }, "move play",
		},
		{
			"solvers-stay", "UO-53", "carries the finishing order on into the next round",
			func(r *rules) { r.wrong.nextRound.solved = true }, "move play",
		},
		{
			"outs-stay", "UO-53", "leaves players out in the next round",
			func(r *rules) { r.wrong.nextRound.out = true }, "move play",
		},
	}},
	// The end of the game (3.6).
	{"Look at every key of the State behind the ninth round, and at the points", []mutantEntry{
		{
			"UO-M24", "UO-54", "ends the game after eight rounds",
			func(r *rules) { r.last = rounds - 1 }, "move play",
		},
		{
			"die-stays-at-end", "UO-54", "leaves the number of the die after the last round",
			func(r *rules) { r.wrong.lastRound.die = true }, "move play",
		},
		{
			"glass-stays-at-end", "UO-54", "does not set glass to 0 after the last round",
			func(r *rules) { r.wrong.lastRound.glass = true }, "move play",
		},
		{
			"boards-stay-at-end", "UO-54", "leaves boards face up after the last round",
			func(r *rules) { r.wrong.lastRound.boards = true }, "move play",
		},
		{
			"turns-pass-at-end", "UO-54", "passes die and hourglass after the last round",
			func(r *rules) { r.wrong.lastRound.turns = true }, "move play",
		},
		{
			"tenth-round-counted", "UO-54", "counts one round more after the last one",
			func(r *rules) { r.wrong.lastRound.round = true }, "move play",
		},
		{
			"UO-M22", "UO-06", "counts 4 for a sapphire and 3 for a ruby",
			func(r *rules) { r.value[red], r.value[blue] = r.value[blue], r.value[red] }, "rewards score move play",
		},
		{
			"emerald-worth-one", "UO-06", "counts 1 for an emerald",
			func(r *rules) { r.value[green] = r.value[brown] }, "rewards score move play",
		},
		{
			"amber-worth-nothing", "UO-06", "counts nothing for an amber",
			func(r *rules) { r.value[brown] = 0 }, "rewards score move play",
		},
		{
			"gems-counted-alike", "UO-55", "counts the gems and not their values",
			func(r *rules) { r.value = [colours]int{1, 1, 1, 1} }, "score move play",
		},
		{
			"colours-counted-once", "UO-55", "counts each colour once, however many gems there are of it",
			func(r *rules) { r.wrong.end.coloursOnce = true }, "score move play",
		},
		{
			"most-gems-win", "UO-56", "lets the player with the most gems win",
			func(r *rules) { r.wrong.end.mostGems = true }, "move play",
		},
		{
			"fewest-points-win", "UO-56", "lets the player with the fewest points win",
			func(r *rules) { r.wrong.end.fewestPoints = true }, "move play",
		},
		{
			"over-without-winner", "UO-56", "names no winner when the game is over",
			func(r *rules) { r.wrong.end.noWinner = true }, "move play",
		},
	}},
	{"End the game with ties of two and of three, for the first place and for others", []mutantEntry{
		{
			"UO-M23", "UO-57", "lets the player who sits first win a tie, without a playoff",
			func(r *rules) { r.wrong.end.firstWinsTie = true }, "move play",
		},
		{
			"last-seat-wins-tie", "UO-57", "lets the player who sits last win a tie, without a playoff",
			func(r *rules) { r.wrong.end.lastWinsTie = true }, "move play",
		},
		{
			"tie-for-less-plays-on", "UO-57", "has a playoff when players are tied for any place",
			func(r *rules) { r.wrong.end.tieBelow = true }, "move play",
		},
		{
			"everybody-in-playoff", "UO-57", "lets all players take part in the playoff",
			func(r *rules) { r.wrong.playoff.everybody = true }, "move play",
		},
	}},
	{"Let tied players and others roll, with boards of every level and number; claim right and wrong, late and with gems", []mutantEntry{
		{
			"anybody-rolls-playoff", "UO-58", "lets a player roll for the playoff who is not tied",
			func(r *rules) { r.wrong.playoff.anyoneRolls = true }, "move play",
		},
		{
			"roller-rolls-playoff", "UO-58", "lets only the roller of the last round roll for the playoff",
			func(r *rules) { r.wrong.playoff.rollerRolls = true }, "move play",
		},
		{
			"playoff-boards-left-over", "UO-58", "accepts more boards than there are tied players",
			func(r *rules) { r.wrong.playoff.boardsLeft = true }, "move play",
		},
		{
			"playoff-boards-backwards", "UO-58", "hands out the boards of the playoff from the last tied player to the first",
			func(r *rules) { r.wrong.playoff.boardsBackwards = true }, "move play",
		},
		{
			"UO-M25", "UO-59", "takes playoff boards of any level",
			func(r *rules) { r.anyLevel = true }, "move play",
		},
		{
			"only-first-level-checked", "UO-59", "looks only at the level of the first board of the playoff",
			func(r *rules) { r.wrong.playoff.firstLevelOnly = true }, "move play",
		},
		{
			"UO-M29", "UO-10", "lets both sides of a card be in use",
			func(r *rules) { r.singleSides = true }, "move play",
		},
		{
			"playoff-cards-not-compared", "UO-10", "lets two players of the playoff have the same board",
			func(r *rules) { r.wrong.playoff.cardsIgnored = true }, "move play",
		},
		{
			"playoff-with-time-limit", "UO-60", "refuses a claim of the playoff after 60000 ms",
			func(r *rules) { r.wrong.playoff.limited = true }, "move play",
		},
		{
			"wrong-claim-loses-playoff", "UO-61", "puts a player out of the playoff for a wrong claim",
			func(r *rules) { r.wrong.playoff.wrongIsOut = true }, "move play",
		},
		{
			"first-tied-seat-wins-playoff", "UO-61", "lets the tied player who sits first win, whoever solves",
			func(r *rules) { r.wrong.playoff.firstSeatWins = true }, "move play",
		},
		{
			"playoff-die-stays", "UO-61", "leaves the number of the die after the playoff",
			func(r *rules) { r.wrong.playoff.dieStays = true }, "move play",
		},
		{
			"playoff-boards-stay", "UO-61", "leaves the boards of the playoff face up",
			func(r *rules) { r.wrong.playoff.boardsStay = true }, "move play",
		},
		{
			"playoff-wants-gem", "UO-62", "asks for a gem in the playoff as in a round",
			func(r *rules) { r.wrong.playoff.needsGem = true }, "move play",
		},
		{
			"playoff-pays-gem", "UO-62", "accepts a gem in the playoff, and pays it",
			func(r *rules) { r.wrong.playoff.paysGem = true }, "move play",
		},
	}},
	{"Ask for the result in every phase, with ties for the first place and for the last, before and after a playoff", []mutantEntry{
		{
			"over-before-playoff", "UO-56", "says that the game is over when only the playoff is left",
			func(r *rules) { r.wrong.result.overBeforePlayoff = true }, "score play",
		},
		{
			"leader-named-winner", "UO-56", "names the player with the most points as the winner while the game goes on",
			func(r *rules) { r.wrong.result.leaderWins = true }, "score play",
		},
		{
			"ranking-from-worst", "UO-63", "ranks the player with the fewest points first",
			func(r *rules) {
				r.wrong.result.rank = func(groups [][]int) [][]int { slices.Reverse(groups); return groups }
			}, "score play",
		},
		{
			"ranking-breaks-ties", "UO-63", "ranks players with the same points one behind the other",
			func(r *rules) { r.wrong.result.rank = singled }, "score play",
		},
		{
			"ranking-from-last-seat", "UO-63", "lists players with the same points from the last seat to the first",
			func(r *rules) {
				r.wrong.result.rank = func(groups [][]int) [][]int {
					for _, g := range groups {
						slices.Reverse(g)
					}
					return groups
				}
			}, "score play",
		},
		{
			"playoff-winner-among-tied", "UO-63", "ranks the winner of a playoff together with the others who were tied",
			func(r *rules) { r.wrong.result.winnerAmongTied = true }, "score play",
		},
	}},
	// What a player may see (3.7).
	{"Let every player look, in every phase, and compare each key with the State", []mutantEntry{
		{
			"UO-M26", "UO-64", "shows players their own stack",
			func(r *rules) { r.sees.ownStack = true }, "view",
		},
		{
			"other-stacks-shown", "UO-64", "shows players the stacks of the others",
			func(r *rules) { r.sees.otherStacks = true }, "view",
		},
		{
			"stack-counts-face-up-board", "UO-64", "counts the board face up as one of the stack",
			func(r *rules) { r.sees.boardInStack = 1 }, "view",
		},
		{
			"UO-M27", "UO-65", "shows what is in the bag",
			func(r *rules) { r.sees.bag = true }, "view",
		},
		{
			"bag-counts-display", "UO-65", "counts the gems of the display as in the bag",
			func(r *rules) { r.sees.displayInBag = 1 }, "view",
		},
		{
			"other-gems-hidden", "UO-66", "hides the gems of the others",
			func(r *rules) {
				r.wrong.look = seeing(func(t *table, viewer int) {
					eachOther(t, viewer, func(p *player) { p.gems = gems{} })
				})
			}, "view",
		},
		{
			"other-boards-hidden", "UO-66", "hides the boards face up of the others",
			func(r *rules) {
				r.wrong.look = seeing(func(t *table, viewer int) {
					eachOther(t, viewer, func(p *player) { p.board = noBoard })
				})
			}, "view",
		},
		{
			"finishing-order-hidden", "UO-66", "hides who has solved",
			func(r *rules) { r.wrong.look = seeing(func(t *table, _ int) { t.solved = nil }) }, "view",
		},
		{
			"glass-hidden", "UO-66", "gives 0 for glass in any phase",
			func(r *rules) { r.wrong.look = seeing(func(t *table, _ int) { t.glass = 0 }) }, "view",
		},
		{
			"viewer-comes-first", "UO-66", "lists the players beginning with the one who looks",
			func(r *rules) {
				r.wrong.look = seeing(func(t *table, viewer int) {
					t.players = slices.Concat(t.players[viewer:], t.players[:viewer])
				})
			}, "view",
		},
		{
			"task-of-first-player", "UO-67", "shows every player the task of the first one",
			func(r *rules) {
				r.wrong.look = func(t *table, _ int) (*table, boardIndex) { return t, t.players[0].board }
			}, "view",
		},
		{
			"task-hidden-until-flip", "UO-67", "shows the task only when the hourglass has been turned",
			func(r *rules) {
				r.wrong.look = hiding(func(t *table, _ int) bool { return t.phase == toFlip && t.glass == 0 })
			}, "view",
		},
		{
			"task-hidden-when-solved", "UO-67", "does not show the task to players who have solved it",
			func(r *rules) { r.wrong.look = hiding(func(t *table, p int) bool { return t.hasSolved(p) }) }, "view",
		},
		{
			"task-hidden-in-playoff", "UO-67", "does not show the task in the playoff",
			func(r *rules) { r.wrong.look = hiding(func(t *table, _ int) bool { return t.phase == inPlayoff }) }, "view",
		},
	}},
	// The beginning (3.1).
	{"Hold every key of the first State against the set-up, with two players to four", []mutantEntry{
		{
			"UO-M28", "UO-12", "takes the last board of the list for the top of the stack",
			func(r *rules) {
				r.wrong.begin = dealing(func(p *player, dealt []boardIndex) {
					last := len(dealt) - 1
					p.board, p.stack = dealt[last], dealt[:last]
					slices.Reverse(p.stack)
				})
			}, "setup",
		},
		{
			"stacks-sorted", "UO-12", "sorts the boards of a stack",
			func(r *rules) {
				r.wrong.begin = dealing(func(p *player, dealt []boardIndex) {
					slices.Sort(dealt)
					p.board, p.stack = dealt[0], dealt[1:]
				})
			}, "setup",
		},
		{
			"first-board-stays-on-stack", "UO-16", "leaves the board that is face up on the stack as well",
			func(r *rules) {
				r.wrong.begin = dealing(func(p *player, dealt []boardIndex) { p.stack = dealt })
			}, "setup",
		},
		{
			"first-board-face-down", "UO-16", "does not turn up the top boards of round 1",
			func(r *rules) {
				r.wrong.begin = dealing(func(p *player, dealt []boardIndex) { p.board, p.stack = noBoard, dealt })
			}, "setup",
		},
		{
			"fourth-player-left-out", "UO-01", "seats at most three players",
			func(r *rules) {
				r.wrong.begin = beginning(func(t *table) { t.players = t.players[:min(len(t.players), 3)] })
			}, "setup",
		},
		{
			"players-by-name", "UO-01", "seats the players by their names",
			func(r *rules) {
				r.wrong.begin = beginning(func(t *table) {
					slices.SortFunc(t.players, func(a, b player) int { return strings.Compare(a.name, b.name) })
				})
			}, "setup",
		},
		{
			"level-of-first-player", "UO-11", "has all players play on the level of the first one",
			func(r *rules) {
				r.wrong.begin = beginning(func(t *table) {
					for p := range t.players {
						t.players[p].level = t.players[0].level
					}
				})
			}, "setup",
		},
		{
			"one-ruby-too-many", "UO-05", "puts 11 red gems into the bag",
			func(r *rules) { r.wrong.begin = beginning(func(t *table) { t.bag[red]++ }) }, "setup",
		},
		{
			"display-not-from-bag", "UO-13", "does not take the gems of the display from the bag",
			func(r *rules) {
				r.wrong.begin = beginning(func(t *table) {
					t.bag[blue] += t.display[blue]
					t.bag[brown] += t.display[brown]
				})
			}, "setup",
		},
		{
			"display-of-ten", "UO-13", "begins with ten blue and ten brown gems in the display",
			func(r *rules) {
				r.wrong.begin = beginning(func(t *table) {
					t.bag.take(blue, &t.display)
					t.bag.take(brown, &t.display)
				})
			}, "setup",
		},
		{
			"first-seat-rolls", "UO-14", "lets the player in the first seat roll in round 1",
			func(r *rules) { r.wrong.begin = beginning(func(t *table) { t.roller = 0 }) }, "setup",
		},
		{
			"roller-and-flipper-swapped", "UO-14", "lets the youngest player turn the hourglass and the other one roll",
			func(r *rules) {
				r.wrong.begin = beginning(func(t *table) { t.roller, t.flipper = t.flipper, t.roller })
			}, "setup",
		},
		{
			"flipper-left-of-youngest", "UO-15", "lets the left neighbour of the youngest player turn the hourglass, whatever is recorded",
			func(r *rules) {
				r.wrong.begin = beginning(func(t *table) { t.flipper = (t.roller + 1) % len(t.players) })
			}, "setup",
		},
	}},
	// The solo variant (3.8).
	{"Let things happen just before the limit or the last solution, at it, and after it", []mutantEntry{
		{
			"UO-M30", "UO-68", "does not count a solution at exactly the limit",
			func(r *rules) { r.wrong.solo.limitExcluded = true }, "solo",
		},
		{
			"limit-a-moment-later", "UO-68", "counts what happens one millisecond after the limit",
			func(r *rules) { r.wrong.solo.limitMoreMs = 1 }, "solo",
		},
		{
			"limit-a-minute-less", "UO-68", "ends a run of variant count a minute early",
			func(r *rules) { r.wrong.solo.limitMoreMs = -msPerMinute }, "solo",
		},
		{
			"no-limit", "UO-68", "counts what happens after the limit, too",
			func(r *rules) { r.wrong.solo.limitMoreMs = timeMax }, "solo",
		},
		{
			"UO-M31", "UO-69", "goes on with the run after the last solution that was wanted",
			func(r *rules) { r.wrong.solo.runsOn = true }, "solo",
		},
		{
			"run-ends-one-task-early", "UO-69", "ends a run of variant time one solution early",
			func(r *rules) { r.wrong.solo.wantedMore = -1 }, "solo",
		},
		{
			"run-ends-one-task-late", "UO-69", "ends a run of variant time one solution late",
			func(r *rules) { r.wrong.solo.wantedMore = 1 }, "solo",
		},
		{
			"unfinished-run-timed", "UO-69", "gives the time of the last solution of a run that is not finished",
			func(r *rules) { r.wrong.solo.unfinishedTimed = true }, "solo",
		},
		{
			"time-of-last-board", "UO-69", "gives the time that the last board took",
			func(r *rules) { r.wrong.solo.timeOfBoard = true }, "solo",
		},
	}},
	{"Count boards put aside, wrong attempts at one board and at several, and compare with best results around the new one", []mutantEntry{
		{
			"aside-counts-as-solved", "UO-70", "counts a board put aside as solved",
			func(r *rules) { r.wrong.solo.asideSolved = true }, "solo",
		},
		{
			"aside-counts-as-wrong", "UO-70", "counts a board put aside as a wrong solution",
			func(r *rules) { r.wrong.solo.asideWrong = true }, "solo",
		},
		{
			"aside-not-counted", "UO-70", "does not count boards put aside",
			func(r *rules) { r.wrong.solo.asideIgnored = true }, "solo",
		},
		{
			"aside-after-limit-counts", "UO-70", "counts boards put aside after the limit, too",
			func(r *rules) { r.wrong.solo.asidesAlways = true }, "solo",
		},
		{
			"wrong-not-counted", "UO-72", "does not count wrong solutions",
			func(r *rules) { r.wrong.solo.missesIgnored = true }, "solo",
		},
		{
			"wrong-once-per-board", "UO-72", "counts one wrong solution of a board at most",
			func(r *rules) { r.wrong.solo.missesOnce = true }, "solo",
		},
		{
			"UO-M32", "UO-73", "takes an equal result for a record",
			func(r *rules) { r.wrong.solo.equalIsRecord = true }, "solo",
		},
		{
			"first-result-no-record", "UO-73", "takes no result for a record if there is none to compare with",
			func(r *rules) { r.wrong.solo.firstIsNone = true }, "solo",
		},
		{
			"worse-is-record", "UO-73", "takes fewer tasks, or more time, for a record",
			func(r *rules) { r.wrong.solo.worseIsRecord = true }, "solo",
		},
		{
			"unfinished-run-is-record", "UO-73", "takes a run for a record that is not finished",
			func(r *rules) { r.wrong.solo.unfinishedRecord = true }, "solo",
		},
	}},
}

// skip leaves out a check of solutions.
func (r *rules) skip(i int) { r.checks = slices.Delete(slices.Clone(r.checks), i, i+1) }

// swap makes a check of solutions behind the one that follows it.
func (r *rules) swap(i int) {
	r.checks = slices.Clone(r.checks)
	r.checks[i], r.checks[i+1] = r.checks[i+1], r.checks[i]
}

// outOfOrder looks for a placement whose piece comes before that of the one in
// front of it.
func (r *rules) outOfOrder(_ problem, list []placement) fault {
	for i := 1; i < len(list); i++ {
		if list[i].piece < list[i-1].piece {
			return fault{code: pieceMissing, piece: list[i].piece}
		}
	}
	return fault{}
}

// interlocked looks for pieces that cannot be let down from above one after
// another: each waits for those that lie under it.
func (r *rules) interlocked(_ problem, list []placement) fault {
	under := make([]pieceSet, len(list))
	left := pieceSet(0)
	for i := range list {
		left |= 1 << i
		for j := range list {
			for _, c := range list[i].cells {
				if i != j && c.layer > 0 && slices.Contains(list[j].cells, cell{c.row, c.col, c.layer - 1}) {
					under[i] |= 1 << j
				}
			}
		}
	}
	for left != 0 {
		free := pieceSet(0)
		for i, lower := range under {
			if left&(1<<i) != 0 && lower&left == 0 {
				free |= 1 << i
			}
		}
		if free == 0 {
			return fault{code: overlap, place: bits.TrailingZeros8(uint8(left))}
		}
		left &^= free
	}
	return fault{}
}

// seeing changes what is seen of the table, the task of one's own apart.
func seeing(change func(seen *table, viewer int)) func(*table, int) (*table, boardIndex) {
	return func(t *table, viewer int) (*table, boardIndex) {
		seen := *t
		seen.players = slices.Clone(t.players)
		change(&seen, viewer)
		return &seen, t.players[viewer].board
	}
}

// hiding hides the task of one's own at times.
func hiding(when func(t *table, viewer int) bool) func(*table, int) (*table, boardIndex) {
	return func(t *table, viewer int) (*table, boardIndex) {
		if when(t, viewer) {
			return t, noBoard
		}
		return t, t.players[viewer].board
	}
}

// eachOther changes what is seen of the other players.
func eachOther(t *table, viewer int, change func(*player)) {
	for p := range t.players {
		if p != viewer {
			change(&t.players[p])
		}
	}
}

// beginning changes the first State.
func beginning(change func(*table)) func(table, setup) table {
	return func(t table, _ setup) table {
		change(&t)
		return t
	}
}

// dealing deals to each player otherwise.
func dealing(change func(p *player, dealt []boardIndex)) func(table, setup) table {
	return func(t table, s setup) table {
		for i := range t.players {
			change(&t.players[i], slices.Clone(s.players[i].stack))
		}
		return t
	}
}

// singled makes a group of each player.
func singled(groups [][]int) [][]int {
	var list [][]int
	for _, g := range groups {
		for _, p := range g {
			list = append(list, []int{p})
		}
	}
	return list
}

// mutants are the entries without the changes.
func mutants() []game.Mutant {
	var list []game.Mutant
	for _, g := range mutantGroups {
		for _, e := range g.mutants {
			list = append(list, game.Mutant{
				ID: e.id, Clause: e.clause, Summary: e.summary, Hint: g.hint, Tasks: strings.Fields(e.tasks),
			})
		}
	}
	return list
}

// mutate is a copy of the rules with a mutant's change, or the rules themselves
// if there is no such mutant. What is valid input never changes.
func (r *rules) mutate(id string) *rules {
	for _, g := range mutantGroups {
		for _, e := range g.mutants {
			if e.id == id {
				wrong := *r
				wrong.mutant = id
				e.change(&wrong)
				return &wrong
			}
		}
	}
	return r
}
