package ubongo

import (
	"sync"

	"github.com/touchstone-harness/touchstone/harness/game"
)

// A mutation is what is wrong in a mutant, where it is neither an option nor an
// entry of a table: the zero value is the rules as they are. The rules read
// these switches where the clause is decided.
type mutation struct {
	anyHeight         bool // UO-M03
	sharedCells       bool // UO-M04
	anyShape          bool // UO-M05
	overlapFirst      bool // UO-M06
	everyRotation     bool // UO-M07
	lastFirst         bool // UO-M08
	countMax          int  // UO-M09
	rollerStays       bool // UO-M10
	passesRight       bool // UO-M11
	chanceAfterSolved bool // UO-M12
	chanceWithoutEnd  bool // UO-M13
	timesDiffer       bool // UO-M14
	claimsAgain       bool // UO-M15
	fromBottom        bool // UO-M17
	amberFirst        bool // UO-M18
	nothingForLate    bool // UO-M19
	amberStays        bool // UO-M20
	drawnStays        bool // UO-M21
	firstWinsTie      bool // UO-M23
	ownStackShown     bool // UO-M26
	bagShown          bool // UO-M27
	lastOnTop         bool // UO-M28
	limitExcluded     bool // UO-M30
	runsOn            bool // UO-M31
	equalIsRecord     bool // UO-M32
}

// A mutantEntry is a mutant with the change that makes it.
type mutantEntry struct {
	game.Mutant
	change func(*rules)
}

func mutant(id, clause, summary string, change func(*rules), tasks ...string) mutantEntry {
	return mutantEntry{game.Mutant{ID: id, Clause: clause, Summary: summary, Tasks: tasks}, change}
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

// mutantTable has the mutants of chapter 9. Under the options of a run one may
// be no different from the rules: UO-M16 with wrong_claim=out, for example.
var mutantTable = []mutantEntry{
	mutant("UO-M01", "UO-04", "takes a piece's mirror image for the piece",
		func(r *rules) { r.ways = poseTables().mirrored }, "check", "solve", "move", "play", "solo"),
	mutant("UO-M02", "UO-04", "lets a piece be turned about the vertical axis only",
		func(r *rules) { r.ways = poseTables().upright }, "check", "solve", "move", "play", "solo"),
	mutant("UO-M03", "UO-36", "lets pieces stand higher than two layers",
		func(r *rules) { r.wrong.anyHeight = true }, "check"),
	mutant("UO-M04", "UO-39", "lets pieces share a cell",
		func(r *rules) { r.wrong.sharedCells = true }, "check"),
	mutant("UO-M05", "UO-35", "counts the cells of a placement and does not look at its shape",
		func(r *rules) { r.wrong.anyShape = true }, "check", "move", "play", "solo"),
	mutant("UO-M06", "UO-39", "looks for overlaps before it looks for cells outside",
		func(r *rules) { r.wrong.overlapFirst = true }, "check"),
	mutant("UO-M07", "UO-81", "counts every rotation, also those that fill the same cells",
		func(r *rules) { r.wrong.everyRotation = true }, "solve"),
	mutant("UO-M08", "UO-82", "gives the largest solution as the first one",
		func(r *rules) { r.wrong.lastFirst = true }, "solve"),
	mutant("UO-M09", "UO-83", "stops counting at 100",
		func(r *rules) { r.wrong.countMax = 100 }, "solve"),
	mutant("UO-M10", "UO-52", "lets the same player roll in every round",
		func(r *rules) { r.wrong.rollerStays = true }, "move", "play"),
	mutant("UO-M11", "UO-52", "passes die and hourglass to the right",
		func(r *rules) { r.wrong.passesRight = true }, "move", "play"),
	mutant("UO-M12", "UO-28", "gives a second chance although somebody has solved",
		func(r *rules) { r.wrong.chanceAfterSolved = true }, "move", "play"),
	mutant("UO-M13", "UO-27", "gives a third chance, and any further one",
		func(r *rules) { r.wrong.chanceWithoutEnd = true }, "move", "play"),
	mutant("UO-M14", "UO-20", "refuses two claims at the same time",
		func(r *rules) { r.wrong.timesDiffer = true }, "move", "play"),
	mutant("UO-M15", "UO-21", "lets a player claim again after an accepted claim",
		func(r *rules) { r.wrong.claimsAgain = true }, "move", "play"),
	mutant("UO-M16", "UO-29", "puts a player out of the round for a wrong claim",
		func(r *rules) { r.wrongOut = true }, "move", "play"),
	mutant("UO-M17", "UO-16", "takes new boards from the bottom of the stack",
		func(r *rules) { r.wrong.fromBottom = true }, "move", "play"),
	mutant("UO-M18", "UO-42", "gives the amber to the first and the sapphire to the second",
		func(r *rules) { r.wrong.amberFirst = true }, "rewards", "move", "play"),
	mutant("UO-M19", "UO-44", "gives nothing to the third and the fourth",
		func(r *rules) { r.wrong.nothingForLate = true }, "rewards", "move", "play"),
	mutant("UO-M20", "UO-50", "returns only the sapphire when nobody has solved",
		func(r *rules) { r.wrong.amberStays = true }, "rewards", "move", "play"),
	mutant("UO-M21", "UO-46", "leaves the gem that was drawn in the bag",
		func(r *rules) { r.wrong.drawnStays = true }, "rewards", "move", "play"),
	mutant("UO-M22", "UO-06", "counts 4 for a sapphire and 3 for a ruby",
		func(r *rules) { r.value[red], r.value[blue] = r.value[blue], r.value[red] }, "rewards", "score", "move", "play"),
	mutant("UO-M23", "UO-57", "lets the player who sits first win a tie, without a playoff",
		func(r *rules) { r.wrong.firstWinsTie = true }, "move", "play"),
	mutant("UO-M24", "UO-54", "ends the game after eight rounds",
		func(r *rules) { r.last = rounds - 1 }, "move", "play"),
	mutant("UO-M25", "UO-59", "takes playoff boards of any level",
		func(r *rules) { r.anyLevel = true }, "move", "play"),
	mutant("UO-M26", "UO-64", "shows players their own stack",
		func(r *rules) { r.wrong.ownStackShown = true }, "view"),
	mutant("UO-M27", "UO-65", "shows what is in the bag",
		func(r *rules) { r.wrong.bagShown = true }, "view"),
	mutant("UO-M28", "UO-12", "takes the last board of the list for the top of the stack",
		func(r *rules) { r.wrong.lastOnTop = true }, "setup"),
	mutant("UO-M29", "UO-10", "lets both sides of a card be in use",
		func(r *rules) { r.singleSides = true }, "move", "play"),
	mutant("UO-M30", "UO-68", "does not count a solution at exactly the limit",
		func(r *rules) { r.wrong.limitExcluded = true }, "solo"),
	mutant("UO-M31", "UO-69", "goes on with the run after the last solution that was wanted",
		func(r *rules) { r.wrong.runsOn = true }, "solo"),
	mutant("UO-M32", "UO-73", "takes an equal result for a record",
		func(r *rules) { r.wrong.equalIsRecord = true }, "solo"),
}

// mutants is the table without the changes.
func mutants() []game.Mutant {
	list := make([]game.Mutant, len(mutantTable))
	for i, e := range mutantTable {
		list[i] = e.Mutant
	}
	return list
}
