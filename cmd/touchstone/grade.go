package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"github.com/touchstone-harness/touchstone/harness/course"
	"github.com/touchstone-harness/touchstone/harness/course/grade"
	"github.com/touchstone-harness/touchstone/harness/course/gradebook"
	"github.com/touchstone-harness/touchstone/harness/course/watch"
	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/gamefolder/document"
	"github.com/touchstone-harness/touchstone/harness/games"
	"github.com/touchstone-harness/touchstone/harness/report"
	"github.com/touchstone-harness/touchstone/harness/run"
	"github.com/touchstone-harness/touchstone/harness/text"
	"github.com/touchstone-harness/touchstone/tests/suites"
)

// gradeFlags are the flags of grade.
type gradeFlags struct {
	teams      []string
	tasks      []string
	shard      string
	to         string
	slurm      slurmFlags
	submission string // the path of the only one, "" for those of the course file
	submitted  string
	accept     bool // another version
	jobs       int
	list       bool
	dryRun     bool

	gallery galleryFlags
}

func newGrade(out *output) *cobra.Command {
	f := &gradeFlags{}
	c := &cobra.Command{
		Use:   "grade COURSE.toml [flags]",
		Short: "grade the submissions of a course",
		Long: `Touchstone unpacks what the teams handed in, builds it once in a sandbox, and runs all that counts: your suites
against the programs, the teams' suites against the rules, mutants and each other's programs, live games and
tournaments. The course file says what to do and what it is worth: touchstone grade init writes one,
touchstone grade lint checks it, and --dry-run shows what each team would be asked. See: touchstone help course.

The folder grades gets grades.csv, grades.md, grades.json, junit.xml, index.html for the staff, teams/TEAM.html
for each team, and gradescope/TEAM.json. Every verdict is kept in the folder work as soon as it is known: the same
command continues an interrupted grading, and later does only what has changed.

--team and --task grade a part; --submission grades one folder or archive alone, and leaves grades of other
teams as they are. --shard I/N grades a part of the teams into a file for touchstone grade merge; auto/N takes I
from the array job of Slurm, Kubernetes, AWS Batch, PBS, LSF or Grid Engine. --engine slurm submits an array job of
Slurm, waits and merges; unfinished work is resubmitted up to three times, and Ctrl-C cancels the job.

Exit status: 0 everything was graded, whatever the points; 2 something could not be judged, or trouble.`,
		Example: `  touchstone grade init --to course.toml
  touchstone grade class.toml
  touchstone grade class.toml --team ada --format json
  touchstone grade class.toml --list
  touchstone grade class.toml --dry-run
  touchstone grade class.toml --view 0
  touchstone grade class.toml --engine slurm --per-task 20 --sbatch=--time=60
  touchstone grade class.toml --shard 1/2 --to one.jsonl &&
    touchstone grade class.toml --shard 2/2 --to two.jsonl &&
    touchstone grade merge class.toml one.jsonl two.jsonl`,
		Args: courseOrCommand,
		RunE: func(c *cobra.Command, args []string) error { return f.run(c, out, args[0]) },
	}
	flags := c.Flags()
	flags.StringArrayVar(&f.teams, "team", nil, "`TEAM`: only this team; repeatable")
	flags.StringArrayVar(&f.tasks, "task", nil, "`TASK`: only this task of the course; repeatable")
	flags.StringVar(&f.shard, "shard", "", "`I/N`: only part I of N of the teams, or auto/N; writes a file for touchstone grade merge")
	flags.StringVar(&f.to, "to", "", "`FILE`: write the --shard to this file (default: shards/I-of-N.jsonl in the folder work)")
	flags.StringVar(&f.submission, "submission", "", "`PATH`: grade only this folder or archive")
	flags.StringVar(&f.submitted, "submitted", "", "`TIME`: when the --submission was handed in, or its submission_metadata.json (default: by the roster)")
	flags.BoolVar(&f.accept, "accept-version", false, "grade with this version even if the course file names another")
	flags.IntVarP(&f.jobs, "jobs", "j", 0, "`N`: build and run N programs at once (default: as many as there is room for)")
	flags.StringVar(&f.slurm.engine, "engine", engineLocal, "where to grade: `local|slurm`")
	flags.IntVar(&f.slurm.perTask, "per-task", perTaskDefault, "`N`: slurm: give each task of the array about N teams")
	flags.StringArrayVar(&f.slurm.options, "sbatch", nil, "`OPTION`: slurm: a further option of sbatch; repeatable")
	flags.BoolVar(&f.list, "list", false, "list what is selected, and run nothing")
	flags.BoolVar(&f.dryRun, "dry-run", false, "show what each team would be asked, and run nothing")
	renamed(c, "only", "team", nil)
	renamed(c, "check", "dry-run", nil)
	f.gallery.register(c)
	complete(c, map[string]completion{
		"engine": fixed(engineLocal+"\ton this machine", engineSlurm+"\tby an array job"),
		"team":   completeCourse(teamNames),
		"task":   completeCourse(taskNames),
	})
	c.AddCommand(newGradeInit(out), newGradeLint(out), newGradeDiff(out), newGradeMerge(out), newGradeExport(out))
	return c
}

// courseOrCommand expects a course file. A word that is no file may be a command that is
// misspelt.
func courseOrCommand(c *cobra.Command, args []string) error {
	if len(args) > 0 && !strings.ContainsAny(args[0], "./\\") && args[0] != "-" {
		if _, err := os.Stat(args[0]); err != nil && (len(args) > 1 || ofGroup(c, args[0]) != "") {
			return noneOfGroup("command or course file", c, args[0])
		}
	}
	return arguments(1, 1, "COURSE.toml")(c, args)
}

// lookupTask finds GAME/TASK for a course.
func lookupTask(name string) (*game.Game, game.Task, error) {
	g, t, err := gameTask(name, `task = "GAME/TASK"`)
	folder, _, _ := strings.Cut(name, "/")
	if usage, ok := errors.AsType[*game.UsageError](err); ok && isGameFolder(folder) {
		usage.Hint = "to add the game of the folder " + folder + `, write games = ["FOLDER"] at the top of the course file, in whose folder the path starts`
	}
	return g, t, err
}

// prepareCourse finds what there is to grade. One error lists all mistakes in the
// roster and in the names of submissions.
func prepareCourse(c *cobra.Command, e *grade.Engine) error {
	say := func(message string) { fmt.Fprintf(c.ErrOrStderr(), "touchstone: %s\n", text.Visible(message)) }
	e.Say = say
	e.Fail = func(message, hint string) {
		say(message)
		printHints(c.ErrOrStderr(), hint)
	}
	return tellProblems(c, e.Prepare(c.Context()))
}

// strayShown is how many paths beside the submissions are named.
const strayShown = 10

// tellStray says what the patterns of a course match besides submissions.
func tellStray(c *cobra.Command, out *output, paths []string) {
	if len(paths) == 0 || out.quiet {
		return
	}
	shown := strings.Join(paths[:min(len(paths), strayShown)], ", ")
	if n := len(paths) - strayShown; n > 0 {
		shown += fmt.Sprintf(" and %d more", n)
	}
	fmt.Fprintf(c.ErrOrStderr(), "touchstone: skipped, neither a folder nor an archive of a team: %s\n", text.Visible(shown))
}

// tellProblems tells of an error that is a list of problems, and returns any
// other one.
func tellProblems(c *cobra.Command, err error) error {
	problems, ok := errors.AsType[*document.Problems](err)
	if !ok {
		return err
	}
	for _, p := range problems.List {
		fmt.Fprintf(c.ErrOrStderr(), "touchstone: %s\n", text.Visible(p.Error()))
	}
	printHints(c.ErrOrStderr(), problems.Hint)
	return errTold
}

// printHints prints the next steps of a list of problems, a line each.
func printHints(to io.Writer, hints string) {
	for line := range strings.SplitSeq(hints, "\n") {
		if line != "" {
			fmt.Fprintf(to, "hint: %s\n", text.Visible(line))
		}
	}
}

// newEngine makes what grades a course. The engine lists mistakes
// in the course file when it prepares, together with all others.
func newEngine(c *cobra.Command, out *output, file string) (*grade.Engine, error) {
	if err := out.bring(c, inCourse(file)); err != nil {
		return nil, tellProblems(c, err)
	}
	read, err := course.Read(file, lookupTask)
	problems, listed := errors.AsType[*document.Problems](err)
	if err != nil && (!listed || read == nil) {
		return nil, tellProblems(c, err)
	}
	return &grade.Engine{Course: read, Wrong: problems, Embedded: suites.FS, Lookup: lookupTask, Games: games.All(), Version: programVersion()}, nil
}

func (f *gradeFlags) run(c *cobra.Command, out *output, file string) error {
	if err := f.refuse(c); err != nil {
		return err
	}
	e, err := f.engine(c, out, file)
	if err != nil {
		return err
	}
	if err := prepareCourse(c, e); err != nil {
		return err
	}
	tellStray(c, out, e.LeftOut())
	if err := f.acceptVersion(c, out, e); err != nil {
		return err
	}
	if !out.quiet {
		for _, line := range e.Unasked() {
			fmt.Fprintf(c.ErrOrStderr(), "touchstone: %s\n", text.Visible(line))
		}
	}
	if f.dryRun {
		return dryRunCourse(c, out, e)
	}
	tellWarnings(c, out, e)
	switch {
	case f.list:
		return listCourse(out, c.OutOrStdout(), e)
	case f.shard != "":
		return f.runShard(c, out, e)
	}
	if len(f.tasks) == 0 {
		if err := newBook(e, nil).Try(); err != nil {
			return err
		}
	}
	if f.slurm.engine == engineSlurm {
		return f.runSlurm(c, out, e)
	}
	var records []grade.Record
	err = f.grade(c, out, e, func(r grade.Record) error {
		records = append(records, r)
		return nil
	})
	if err != nil {
		return err
	}
	book := newBook(e, records)
	if err := f.write(c, out, e, book); err != nil {
		return err
	}
	return printBook(c, out, book)
}

// partial tells whether only a part of the course is graded.
func (f *gradeFlags) partial() bool { return len(f.teams)+len(f.tasks) > 0 }

// refuse refuses flags that do not go together.
func (f *gradeFlags) refuse(c *cobra.Command) error {
	switch {
	case c.Flags().Changed("jobs") && (f.jobs < 1 || f.jobs > run.JobsMax):
		return outOfRange("jobs", f.jobs, 1, run.JobsMax, withoutJobs)
	case f.shard != "" && f.partial():
		return &game.UsageError{Message: "--shard excludes --team and --task", Hint: "leave --shard out to grade a part by names"}
	case f.submitted != "" && f.submission == "":
		return &game.UsageError{Message: "--submitted is for --submission", Hint: "for a whole course, use the column submitted of the roster"}
	case f.list && f.dryRun:
		return exclusive("list", "dry-run")
	case f.shard == "" && f.to != "":
		return &game.UsageError{Message: "--to is for --shard", Hint: "the course file says where the grades go"}
	}
	if err := f.slurm.check(c); err != nil {
		return err
	}
	return f.gallery.check(c)
}

// engine makes the engine that grades what the flags choose of a course.
func (f *gradeFlags) engine(c *cobra.Command, out *output, file string) (*grade.Engine, error) {
	e, err := newEngine(c, out, file)
	if err != nil {
		return nil, err
	}
	e.Only, e.OnlyTask, e.Jobs = f.teams, f.tasks, f.jobs
	if f.submission != "" {
		// The roster says when the team handed in.
		if err := e.Single(c.Context(), f.submission); err != nil {
			return nil, err
		}
		if f.submitted != "" {
			if e.Course.Submissions.Submitted, err = course.ReadSubmitted(f.submitted, e.Course.Late.Deadline.Location()); err != nil {
				return nil, err
			}
		}
	}
	if f.shard != "" {
		if e.Shard, err = grade.ParseShard(f.shard, os.Getenv); err != nil {
			return nil, err
		}
	}
	e.Elsewhere = f.slurm.engine == engineSlurm
	return e, nil
}

// write writes the grades where the course file says. Those of a part of a class, or of one
// submission alone, leave the grades of the others as they are; single tasks make none.
func (f *gradeFlags) write(c *cobra.Command, out *output, e *grade.Engine, book *gradebook.Book) error {
	alone := f.submission != "" && book.HasOthers()
	switch {
	case len(f.tasks) > 0:
		return nil
	case !f.partial() && !alone:
		if err := book.Write(); err != nil {
			return err
		}
		if err := keepGrades(c, e, book); err != nil {
			return err
		}
		tellGrades(c, out, book)
		return nil
	}
	for i := range book.Records {
		r := &book.Records[i]
		if err := book.WriteTeam(r); err != nil {
			return err
		}
		if page, other := book.TeamFiles(r.Team); !out.quiet {
			left := "the grades of the other teams in %s stay as they are"
			if !alone {
				left = "grades.csv and the pages for the staff in %s stay as they are until all teams are graded"
			}
			fmt.Fprintf(c.ErrOrStderr(), "touchstone: %s and %s written; "+left+"\n",
				text.Visible(page), text.Visible(other), text.Visible(book.Course.Grades))
		}
	}
	return nil
}

// acceptVersion refuses to grade a course by another version than it was written
// for, and lists what is different for this course.
func (f *gradeFlags) acceptVersion(c *cobra.Command, out *output, e *grade.Engine) error {
	read := e.Course
	if read.Touchstone == "" || read.Touchstone == e.Version {
		return nil
	}
	if !f.accept || !out.quiet {
		if err := tellVersion(c, e); err != nil {
			return err
		}
	}
	if f.accept {
		return nil
	}
	return &game.UsageError{
		Message: fmt.Sprintf("course %s: it was written for version %s of touchstone, and this is %s", read.File, read.Touchstone, e.Version),
		Hint:    "install that version; or use --accept-version, and see with touchstone grade diff whose grades change",
	}
}

// tellVersion lists what this version makes of a course otherwise than the one that
// it was written for, as far as the history of gradings says.
func tellVersion(c *cobra.Command, e *grade.Engine) error {
	tell := func(format string, args ...any) {
		fmt.Fprintf(c.ErrOrStderr(), "touchstone: %s\n", text.Visible(fmt.Sprintf(format, args...)))
	}
	last, file := gradebook.LastBy(e.Course.Grades, e.Course.Touchstone)
	if last == nil {
		tell("the differences for this course are not known: there is no grading by version %s in %s",
			e.Course.Touchstone, filepath.Join(e.Course.Grades, "history"))
		return nil
	}
	now, err := e.Basis()
	if err != nil {
		return err
	}
	now.Submissions = last.Submissions
	changes := gradebook.Remade(last, &now)
	for _, change := range changes {
		tell("%s: was %s, is now %s", change.What, change.Was, change.Is)
	}
	tell("compared with %s: %s", file, text.Count(len(changes), "difference"))
	return nil
}

// keepGrades keeps the grades in the history of gradings, where an appeal finds
// them.
func keepGrades(c *cobra.Command, e *grade.Engine, book *gradebook.Book) error {
	of, err := e.Provenance(c.Context())
	if err != nil {
		return err
	}
	_, err = book.Keep(time.Now(), of)
	return err
}

// grade grades what the engine has prepared.
func (f *gradeFlags) grade(c *cobra.Command, out *output, e *grade.Engine, deliver func(grade.Record) error) error {
	g, err := f.gallery.openGrading(c, e)
	if err != nil {
		return err
	}
	stderr, terminal := out.progressTo(c.ErrOrStderr())
	e.Warn = func(message string) {
		// Also with --quiet: verdicts may be worth less.
		fmt.Fprintf(c.ErrOrStderr(), "touchstone: %s\n", text.Visible(message))
		fmt.Fprintln(c.ErrOrStderr(), `hint: "touchstone doctor" says what is missing; isolation = "strict" never runs without it`)
		if g != nil {
			g.grading.Page().Say("", message, watch.Bad)
		}
	}
	progress := newGradeProgress(stderr, terminal, gradeLine(grade.Progress{}))
	e.Tell = func(now grade.Progress) { progress.tell(gradeLine(now)) }
	e.Say = progress.say
	// There is no line of progress with --quiet, and trouble is printed as it comes.
	if !out.quiet {
		e.Fail = func(message, hint string) {
			progress.say(message)
			if hint != "" {
				progress.advise(hint)
			}
		}
	}
	if g != nil {
		e.Observer = g.grading
		e.Tell = func(now grade.Progress) {
			progress.tell(gradeLine(now))
			g.grading.Tell(now)
		}
	}
	err = e.Run(c.Context(), deliver)
	progress.end()
	g.close(err)
	if err != nil && context.Cause(c.Context()) != nil && !out.quiet {
		fmt.Fprintln(c.ErrOrStderr(), "touchstone: the verdicts so far are kept; the same command continues")
	}
	return err
}

// runShard grades a part of the teams into a file.
func (f *gradeFlags) runShard(c *cobra.Command, out *output, e *grade.Engine) error {
	if f.to == "" {
		f.to = e.ShardFile(e.Shard)
		if err := e.OpenWork(); err != nil {
			return err
		}
		if err := os.MkdirAll(filepath.Dir(f.to), 0o700); err != nil {
			return &game.UsageError{Message: fmt.Sprintf("shard %s: %v", f.to, text.Cause(err)), Hint: "name another file with --to"}
		}
	}
	claims := []claim{
		writes("to", f.to),
		{what: "the course file " + e.Course.File, path: e.Course.File},
		{what: "the roster " + e.Course.Submissions.Roster, path: e.Course.Submissions.Roster},
	}
	for _, s := range e.Teams() {
		claims = append(claims, claim{what: "the submission " + s.Path, path: s.Path})
	}
	for i := range e.Course.Tasks {
		for _, path := range e.Course.Tasks[i].Suites {
			claims = append(claims, claim{what: "the suite " + path, path: path})
		}
	}
	if err := refuseClashes(claims, nothingElse); err != nil {
		return err
	}
	h, err := e.Header(c.Context())
	if err != nil {
		return err
	}
	w, err := grade.Create(f.to, h)
	if err != nil {
		return err
	}
	if err := f.grade(c, out, e, w.Add); err != nil {
		w.Discard()
		return err
	}
	if err := w.Commit(); err != nil {
		return err
	}
	if !out.quiet {
		fmt.Fprintf(c.ErrOrStderr(), "touchstone: shard %s: %s of %d in %s\n", h.Shard, text.Count(h.Records, "team"), h.Teams, text.Visible(f.to))
	}
	return nil
}

// newBook makes the gradebook of a course that was graded.
func newBook(e *grade.Engine, records []grade.Record) *gradebook.Book {
	return &gradebook.Book{Course: e.Course, Roster: e.Roster(), Plans: e.Plans(), Records: records, Submissions: e.All()}
}

// tellGrades says where the grades of all teams are.
func tellGrades(c *cobra.Command, out *output, book *gradebook.Book) {
	if !out.quiet {
		fmt.Fprintf(c.ErrOrStderr(), "touchstone: grades written to %s; index.html is the page for the staff\n", text.Visible(book.Course.Grades))
	}
	elsewhere := book.Elsewhere()
	stalled := slices.DeleteFunc(book.Stalled(), func(s gradebook.Stalled) bool {
		return slices.ContainsFunc(elsewhere, func(e gradebook.Stalled) bool { return e.Task == s.Task }) // which says why
	})
	for _, s := range stalled {
		fate := "ran"
		if s.Ran {
			fate = "passed a case"
		}
		fmt.Fprintf(c.ErrOrStderr(), "touchstone: warning: task %s: none of the programs of %d teams %s: %s\n",
			text.Visible(s.Task), s.Teams, fate, text.Visible(text.Inert(s.Note)))
	}
	if len(stalled) > 0 {
		fmt.Fprintln(c.ErrOrStderr(), "hint: if the teams are right, correct run, dir, build and limits of the task in the course file")
	}
	for _, s := range elsewhere {
		fmt.Fprintf(c.ErrOrStderr(), "touchstone: warning: task %s: each of the programs of %d teams %s\n",
			text.Visible(s.Task), s.Teams, text.Visible(text.Inert(s.Note)))
	}
	if len(elsewhere) > 0 {
		fmt.Fprintln(c.ErrOrStderr(), "hint: if the teams are right, correct preset and options of the task in the course file")
	}
	bare := book.Bare()
	for _, s := range bare {
		fmt.Fprintf(c.ErrOrStderr(), "touchstone: warning: task %s: none of %d teams has a suite of its own: %s\n",
			text.Visible(s.Task), s.Teams, text.Visible(s.Note))
	}
	if len(bare) > 0 {
		fmt.Fprintln(c.ErrOrStderr(), "hint: if the teams are right, correct own.suite of the task in the course file")
	}
	held := book.Held()
	if len(held) > 0 {
		fmt.Fprintf(c.ErrOrStderr(), "touchstone: warning: held for the staff to check, since there is a copy of touchstone in the submission: %s\n",
			text.Visible(strings.Join(held, ", ")))
		fmt.Fprintln(c.ErrOrStderr(), "hint: to let a program of theirs run, name the team in released below [submissions] in the course file, and grade again")
	}
}

// printBook prints the grades.
func printBook(c *cobra.Command, out *output, book *gradebook.Book) error {
	var err error
	if out.format == "json" {
		err = book.JSON(c.OutOrStdout())
	} else {
		err = printGrades(c.OutOrStdout(), book)
	}
	if err != nil {
		return err
	}
	n := book.Unjudged()
	if n == 0 {
		return nil
	}
	if name := book.Faulty(); name != "" {
		tellReferences(c.ErrOrStderr())
		fmt.Fprintf(c.ErrOrStderr(), "touchstone: %s could not be judged: their grades are provisional, since the reference for the task %s is at fault\n",
			text.Count(n, "case"), text.Visible(name))
		for _, t := range book.Course.Tasks {
			if t.Name == name {
				fmt.Fprintf(c.ErrOrStderr(), "hint: mend the reference (\"%s\" checks it), then run the same command again\n",
					text.Visible(t.Game.LintCommand()))
			}
		}
		return errTold
	}
	fmt.Fprintf(c.ErrOrStderr(), "touchstone: %s could not be judged: their grades are provisional; run the same command again\n",
		text.Count(n, "case"))
	return errTold
}

func printGrades(to io.Writer, book *gradebook.Book) error {
	w := tabwriter.NewWriter(to, 0, 0, 2, ' ', 0)
	for i := range book.Records {
		r := &book.Records[i]
		s := book.Score(r)
		if i == 0 {
			fmt.Fprint(w, "team\tpoints")
			for _, p := range s.Parts {
				fmt.Fprintf(w, "\t%s", p.Name())
			}
			fmt.Fprintf(w, "\n(most)\t%v", report.Points(book.Course.Points))
			for _, p := range s.Parts {
				fmt.Fprintf(w, "\t%v", p.Most)
			}
			fmt.Fprintln(w)
		}
		fmt.Fprintf(w, "%s\t%v", r.Team, s.Earned)
		for _, p := range s.Parts {
			points := p.Earned.String()
			if p.Result == nil {
				points = "-"
			}
			fmt.Fprintf(w, "\t%s", points)
		}
		if s.Provisional {
			fmt.Fprint(w, "\tprovisional")
		}
		if settled := s.Settled(); settled != "" {
			fmt.Fprintf(w, "\t%s", text.Inert(settled))
		}
		if note := book.Note(r); note != "" {
			fmt.Fprintf(w, "\t%s", text.Inert(note))
		}
		fmt.Fprintln(w)
	}
	return w.Flush()
}

// A courseList is what grade --list writes with --format json.
type courseList struct {
	Course string       `json:"course"`
	Tasks  []listedTask `json:"tasks"`
	Teams  []listedTeam `json:"teams"`
}

type listedTask struct {
	Task   string        `json:"task"`      // its name in the course
	Full   string        `json:"game_task"` // "bazaar/rules"
	Weight int64         `json:"weight"`
	Points report.Points `json:"points_hundredths"`
}

type listedTeam struct {
	Team string `json:"team"`
	Path string `json:"path,omitempty"`
	Note string `json:"note,omitempty"`
}

// listCourse prints what would be graded.
func listCourse(out *output, to io.Writer, e *grade.Engine) error {
	list := courseList{Course: e.Course.Title, Tasks: []listedTask{}, Teams: []listedTeam{}}
	for i := range e.Course.Tasks {
		t := &e.Course.Tasks[i]
		if len(e.OnlyTask) > 0 && !slices.Contains(e.OnlyTask, t.Name) {
			continue
		}
		list.Tasks = append(list.Tasks, listedTask{t.Name, t.Full(), t.Weight, report.Points(e.Course.PointsOf(i))})
	}
	for _, s := range e.Teams() {
		list.Teams = append(list.Teams, listedTeam{s.Team, s.Path, s.Note})
	}
	if out.format == "json" {
		return writeJSON(to, list)
	}
	w := tabwriter.NewWriter(to, 0, 0, 2, ' ', 0)
	for _, t := range list.Tasks {
		fmt.Fprintf(w, "task %s\t%s\t%v points\n", t.Task, t.Full, t.Points)
	}
	for _, t := range list.Teams {
		fmt.Fprintf(w, "team %s\t%s\t%s\n", t.Team, text.Visible(cmp.Or(t.Path, "-")), t.Note)
	}
	return w.Flush()
}
