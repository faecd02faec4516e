package main

// A flagGroup are flags that people look for at one place.
type flagGroup struct {
	title string
	flags []string
}

// flagGroups has every flag of every command in one group, in the order in which
// help lists them. A flag means the same in all commands that have it.
var flagGroups = []flagGroup{
	{"Choose cases", []string{
		"case", "clause", "tag", "skip", "failed", "shard", "profile", "marks", "generate", "list",
		"suite", "task", "team", "input", "all", "submission", "submitted", "ignore",
	}},
	{"Choose the rules", []string{"game", "option", "preset", "mutant", "codes", "pedantic", "against"}},
	{"Start the program", []string{
		"setup", "dir", "stdin", "adapter", "protocol", "read", "isolation", "player", "pipe", "program", "in", "fault",
	}},
	{"Give the input", []string{"deliver", "exhaustive", "lines", "hint", "invalid", "corpus"}},
	{"Limits", []string{
		"timeout", "first-byte", "setup-timeout", "cpu", "memory", "output", "procs", "time", "shrink", "jobs",
	}},
	{"Repeat and stop", []string{
		"repeat", "retries", "flaky", "fail-fast", "max-failures", "max-disagreements", "give-up", "watch", "dry-run",
		"resume", "known", "known-update", "accept-version",
	}},
	{"Search and generate", []string{
		"inputs", "runs", "cases", "puzzles", "level", "solutions", "goal", "seed", "any-failure", "from", "like",
	}},
	{"Play live", []string{
		"address", "host", "port", "side", "players", "games", "nth", "tournament", "seats", "time-scale", "start-wait", "connect-wait",
		"call-wait", "end-wait", "sign-up-gap", "view", "view-wait",
	}},
	{"Draw", []string{"value", "highlight", "diff", "width", "ascii", "theme"}},
	{"Grade on other machines", []string{"engine", "per-task", "sbatch", "shards", "image"}},
	{"Say more or less", []string{
		"diagnose", "hints", "matrix", "operators", "suggest", "difficulty", "events", "where", "live", "lang", "schema", "state-out", "content",
	}},
	{"Write", []string{
		"format", "report", "to", "as", "save", "ledger", "record", "transcript", "transcripts", "chart", "points", "visibility", "try",
	}},
	{"All commands", []string{"quiet", "verbose", "color", "no-pager", "help", "version"}},
}

// A guide is what the short help of a command names.
type guide struct {
	flags  []string // those that people use most
	topics []string // the first one also in the short help
}

// briefNotes are what the short help of a command says besides, since people who use it for
// the first time ask for it.
var briefNotes = map[string]string{
	"check": "The verdict on an illegal request has the keys clause and why; the answer of the task GAME/move, " +
		"which programs write, has neither.",
	"validate": "All schemas as files: touchstone docs --to FOLDER writes them into FOLDER/formats.",
}

// guides are the guides of all commands, by their names.
func guides() map[string]guide {
	return map[string]guide{
		"games":             {[]string{"format", "content", "no-pager"}, []string{"options", "protocol"}},
		"rules":             {[]string{"live", "verbose", "where", "lang", "format"}, []string{"options", "protocol"}},
		"check":             {[]string{"quiet", "state-out", "lines", "option", "verbose"}, []string{"exit-status", "options"}},
		"solve":             {[]string{"option", "preset", "mutant", "lines", "jobs"}, []string{"formats", "options"}},
		"validate":          {[]string{"schema", "format", "option", "quiet"}, []string{"formats"}},
		"render":            {[]string{"to", "format", "value", "highlight", "width"}, []string{"formats"}},
		"generate":          {[]string{"level", "puzzles", "solutions", "seed"}, []string{"formats"}},
		"play":              {[]string{"player", "games", "seed", "transcript", "view"}, []string{"live", "protocol", "options"}},
		"serve":             {[]string{"port", "players", "option", "transcript", "view"}, []string{"live", "protocol", "options"}},
		"join":              {[]string{"address", "player", "fault", "program", "transcript"}, []string{"live", "protocol", "options"}},
		"watch":             {[]string{"view", "format"}, []string{"live", "ledger"}},
		"transcript":        {nil, []string{"live", "formats"}},
		"transcript check":  {[]string{"format", "verbose", "quiet"}, []string{"live", "formats"}},
		"transcript show":   {[]string{"to", "format", "verbose"}, []string{"live", "formats"}},
		"transcript replay": {[]string{"side", "address", "in", "format"}, []string{"live", "formats"}},
		"transcript cover":  {[]string{"format"}, []string{"live", "protocol"}},
		"test": {
			[]string{"case", "clause", "timeout", "report", "jobs"},
			[]string{"verdicts", "suites", "isolation", "deliveries", "options", "ledger", "reports", "live", "exit-status"},
		},
		"show":           {[]string{"input", "suite", "task", "option", "format"}, []string{"suites", "formats"}},
		"fuzz":           {[]string{"time", "save", "max-disagreements", "against", "seed"}, []string{"isolation", "options", "verdicts"}},
		"report":         {[]string{"format", "report", "hints", "points", "chart"}, []string{"reports", "ledger", "verdicts"}},
		"game":           {nil, []string{"game-folder", "formats"}},
		"game new":       {[]string{"like", "to", "format"}, []string{"game-folder"}},
		"game lint":      {[]string{"runs", "seed", "format"}, []string{"game-folder", "exit-status"}},
		"game export":    {[]string{"to", "format"}, []string{"game-folder"}},
		"suite":          {nil, []string{"suites"}},
		"suite score":    {[]string{"task", "suggest", "matrix", "difficulty", "format"}, []string{"suites", "reports"}},
		"suite cover":    {[]string{"task", "quiet", "verbose", "format"}, []string{"suites"}},
		"suite lint":     {[]string{"task", "ignore", "verbose", "format"}, []string{"suites"}},
		"suite generate": {[]string{"cases", "goal", "to", "seed", "option"}, []string{"suites"}},
		"suite minimize": {[]string{"to", "task", "format"}, []string{"suites"}},
		"suite diff":     {[]string{"task", "quiet", "format"}, []string{"suites"}},
		"suite export":   {[]string{"to", "format", "profile", "option"}, []string{"suites", "formats"}},
		"suite import":   {[]string{"to", "task", "format"}, []string{"suites", "formats"}},
		"grade":          {[]string{"team", "submission", "dry-run", "view"}, []string{"course", "isolation", "exit-status"}},
		"grade init":     {[]string{"to", "from"}, []string{"course"}},
		"grade lint":     {[]string{"format"}, []string{"course"}},
		"grade diff":     {[]string{"team", "format"}, []string{"course"}},
		"grade merge":    {[]string{"format", "quiet"}, []string{"course"}},
		"grade export":   {[]string{"to", "shards", "image"}, []string{"course"}},
		"doctor":         {[]string{"format", "quiet"}, []string{"isolation"}},
		"docs":           {[]string{"to", "as", "format"}, nil},
		"version":        {[]string{"format"}, nil},
	}
}
