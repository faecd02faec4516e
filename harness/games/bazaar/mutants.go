package bazaar

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
	file    string // of the twin's lists, which stands here
}

// mutantGroups has the mutants of chapter 12, whose ids are a letter and a
// number, and others like them. Those that name the task server are wrong
// servers, whose clients are right.
var mutantGroups = []mutantGroup{
	{file: "uses"},
	{file: "view"},
	{file: "draw"},
	// Which exchange lists are legal.
	{file: "exchange"},
	{file: "turn"},
	{file: "purchase"},
	{file: "elimination"},
	{file: "end"},
	{file: "scores"},
	{file: "bonus"},
	{file: "setup"},
	{file: "strategy"},
	// The orders of the strategy's last tie-breaks.
	{"Let plans tie in everything but the remaining pebbles, the cards, or the exchanges. Let every colour decide once", []mutantEntry{
		{
			"S7", "BG-60", "compares bags by their words alone, whatever their sizes",
			func(r *rules) { r.wrong.orders.bagsByWords = true }, "strategy",
		},
		{
			"S8", "BG-62", "compares exchanges by the right side first",
			func(r *rules) { r.wrong.orders.exchangesByRight = true }, "strategy",
		},
		{
			"larger-bag-first", "BG-60", "puts the larger of two bags first",
			func(r *rules) { r.wrong.orders.largerBagsFirst = true }, "strategy",
		},
		{
			"bags-by-drawing-order", "BG-60", "compares bags by the drawing order of the colours",
			func(r *rules) { r.wrong.orders.wordsAsWritten = true }, "strategy games",
		},
		{
			"bags-in-reverse", "BG-60", "puts the later word first among bags of the same size",
			func(r *rules) { r.wrong.orders.wordsReversed = true }, "strategy games",
		},
		{
			"cards-in-reverse", "BG-61", "prefers the larger card sequence",
			func(r *rules) { r.wrong.orders.cardsReversed = true }, "strategy games",
		},
		{
			"faces-before-plain", "BG-61", "puts cards with a face before plain ones",
			func(r *rules) { r.wrong.orders.facesFirst = true }, "strategy games",
		},
		{
			"bags-before-faces", "BG-61", "compares the bags of cards before their faces",
			func(r *rules) { r.wrong.orders.facesLast = true }, "strategy games",
		},
		{
			"cards-as-displayed", "BG-65", "buys cards in the order of the display when points do not decide",
			func(r *rules) { r.wrong.orders.cardsAsShown = true }, "strategy",
		},
		{
			"exchanges-in-reverse-order", "BG-62", "prefers the larger exchange sequence",
			func(r *rules) { r.wrong.orders.exchangesReversed = true }, "strategy",
		},
		{
			"exchanges-as-given", "BG-63", "prefers exchanges in the order of the equations",
			func(r *rules) { r.wrong.orders.exchangesAsGiven = true }, "strategy",
		},
		{
			"right-sides-not-compared", "BG-62", "compares only the left sides of exchanges",
			func(r *rules) { r.wrong.orders.rightIgnored = true }, "strategy",
		},
	}, ""},
	{file: "player"},
	{file: "calls"},
	{file: "live"},
}

// equivalents have the mutants that no input tells from the rules, with the
// reason.
var equivalents = map[string]string{}

// mutate is a copy of the rules with a mutant's change, or the rules themselves
// if there is no such mutant. What is valid input never changes.
func (r *rules) mutate(id string) *rules {
	for _, g := range mutantGroups {
		for _, e := range g.mutants {
			if e.id == id {
				wrong := *r
				e.change(&wrong)
				wrong.derive()
				return &wrong
			}
		}
	}
	return r
}
