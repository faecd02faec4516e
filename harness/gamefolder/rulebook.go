package gamefolder

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/gamefolder/document"
	"github.com/touchstone-harness/touchstone/harness/text"
)

// The forms of the lines of rules.md that mean something (chapter 4).
var (
	headingForm = text.Pattern(`^ {0,3}(#{1,6})(?:[ \t]+(.*?))?(?:[ \t]+#+)?[ \t]*$`)
	underForm   = text.Pattern(`^ {0,3}(=+|-+)[ \t]*$`) // a heading is in front of it
	fenceForm   = text.Pattern("^ {0,3}(`{3,}|~{3,})(.*)$")
	clauseForm  = text.Pattern(`^([A-Z]{2}-[0-9]{2,})(?:[ \t]|$)(.*)$`)
	marksForm   = text.Pattern(`^[ \t]*\(([^)]*)\)`)
	itemForm    = text.Pattern(`^ {0,3}[-*+][ \t]+(.*)$`)
	codeForm    = text.Pattern(`^([a-z][a-z0-9_]*) \(([A-Z]{2}-[0-9]{2,})\): (.*\S)[ \t]*$`)
	tasksForm   = text.Pattern(`^Tasks:[ \t]*(.*)$`)

	// What is nearly one of them, and would be text without a word.
	nearClauseForm = text.Pattern(`^((?i:[A-Z]{2})[-_ \x{2010}-\x{2015}]?[0-9]+)[.:]?[ \t]*\([A-Za-z][A-Za-z, \t]*\)`)
	nearItemForm   = text.Pattern(`^[ \t]*(?:[-*+]|[0-9]+[.)])?[ \t]*([a-z][a-z0-9_]* \([A-Z]{2}-[0-9]{2,}\): .*\S)[ \t]*$`)
	nearTasksForm  = text.Pattern(`^(?i:tasks?)[ \t]*:[ \t]*(.*)$`)
)

const codesHeading = "Codes"

// A chapter is a heading with the lines under it, up to the next heading.
type chapter struct {
	line  int // of the heading, from 1
	level int
	title string
	body  []bodyLine
}

type bodyLine struct {
	number int
	text   string
	fenced bool
}

// chapters cuts a text of CommonMark at its headings. Fenced code holds none. What
// is in front of the first heading has level 0.
func chapters(text string) []chapter {
	list := []chapter{{}}
	fence := ""
	for i, l := range strings.Split(strings.ReplaceAll(text, "\r\n", "\n"), "\n") {
		last := &list[len(list)-1]
		if m := fenceForm().FindStringSubmatch(l); m != nil {
			switch {
			case fence == "" && !(m[1][0] == '`' && strings.Contains(m[2], "`")):
				fence = m[1]
				last.body = append(last.body, bodyLine{i + 1, l, true})
				continue
			case fence != "" && m[1][0] == fence[0] && len(m[1]) >= len(fence) && strings.TrimSpace(m[2]) == "":
				fence = ""
				last.body = append(last.body, bodyLine{i + 1, l, true})
				continue
			}
		}
		if fence != "" {
			last.body = append(last.body, bodyLine{i + 1, l, true})
			continue
		}
		if m := headingForm().FindStringSubmatch(l); m != nil {
			list = append(list, chapter{line: i + 1, level: len(m[1]), title: strings.TrimSpace(m[2])})
			continue
		}
		if n := len(last.body); underForm().MatchString(l) && n > 0 && strings.TrimSpace(last.body[n-1].text) != "" &&
			!last.body[n-1].fenced && !itemForm().MatchString(last.body[n-1].text) {
			// A line of = or - makes the paragraph in front of it a heading.
			title := last.body[n-1]
			last.body = last.body[:n-1]
			list = append(list, chapter{line: title.number, level: 1, title: strings.TrimSpace(title.text)})
			continue
		}
		last.body = append(last.body, bodyLine{i + 1, l, false})
	}
	return list
}

// paragraphs are the texts between blank lines; a line break in one is a blank.
func (c *chapter) paragraphs() []string {
	var list []string
	open := false
	for _, l := range c.body {
		t := strings.TrimSpace(l.text)
		switch {
		case t == "":
			open = false
		case open:
			list[len(list)-1] += " " + t
		default:
			list = append(list, t)
			open = true
		}
	}
	return list
}

// ruleBook reads rules.md: the clauses and the codes.
func (r *reader) ruleBook() {
	text := r.text(RulesFile, true)
	if text == nil {
		r.unread.clauses = true
		return
	}
	if bytes.IndexByte(text, '\r') >= 0 && bytes.IndexByte(text, '\n') < 0 {
		r.unread.clauses = true
		r.fail(RulesFile, 1, "", "expected lines that end with LF or CRLF, found CR alone; convert the ends of lines")
		return
	}
	codes := 0 // the line of the heading
	var codeChapter *chapter
	list := chapters(string(text))
	for i := range list {
		c := &list[i]
		if c.level < 2 {
			r.noClause(c)
			continue
		}
		m := clauseForm().FindStringSubmatch(c.title)
		switch {
		case m != nil:
			r.clause(c, m[1], m[2])
		case c.title == codesHeading && codes > 0:
			r.fail(RulesFile, c.line, "", "expected one heading %s, found another; the first is in line %d", codesHeading, codes)
		case c.title == codesHeading:
			codes, codeChapter = c.line, c
		default:
			r.nearly(c)
		}
	}
	if len(r.folder.Game.Clauses) == 0 && !r.unread.clauses {
		r.unread.clauses = true
		r.fail(RulesFile, 0, "", "expected at least one clause, a heading such as %q, found none", "### "+r.folder.Game.Prefix+"-01 (T) Turns")
	}
	if codeChapter != nil {
		r.codes(codeChapter)
	}
}

// noClause refuses a title that begins like the heading of a clause, with an id and marks:
// a title is none, and without a word the clause would be missing.
func (r *reader) noClause(c *chapter) {
	m := clauseForm().FindStringSubmatch(c.title)
	if m == nil || !strings.HasPrefix(m[1], r.folder.Game.Prefix+"-") {
		return
	}
	r.unread.clauses = true
	r.fail(RulesFile, c.line, "", "expected the heading of a clause to begin with ## to ######, such as %q, found a heading of level 1, which is no clause",
		"### "+c.title)
}

// nearly refuses a heading that is nearly that of a clause or of the codes: as that of a
// chapter it would be passed over, and what is below it be missing.
func (r *reader) nearly(c *chapter) {
	prefix := r.folder.Game.Prefix
	m := nearClauseForm().FindStringSubmatch(c.title)
	switch {
	case m != nil && twoCapitals().MatchString(prefix) && strings.EqualFold(m[1][:2], prefix):
		r.unread.clauses = true
		if clauseForm().MatchString(m[1]) {
			r.fail(RulesFile, c.line, "", "expected a blank behind the id of the clause, as in %q, found %q", m[1]+" (T)", m[0])
			return
		}
		number := strings.TrimLeftFunc(m[1][2:], func(r rune) bool { return r < '0' || r > '9' })
		r.fail(RulesFile, c.line, "", "expected the id of a clause, %s- and two digits or more, such as %s-%02s, found %q", prefix, prefix, number, m[1])
	case strings.EqualFold(c.title, codesHeading) || strings.EqualFold(c.title, strings.TrimSuffix(codesHeading, "s")):
		isCode := func(l bodyLine) bool {
			item := itemForm().FindStringSubmatch(l.text)
			return item != nil && !l.fenced && codeForm().MatchString(item[1])
		}
		if slices.ContainsFunc(c.body, isCode) {
			r.fail(RulesFile, c.line, "", "expected the heading %s above the list of codes, found %q", codesHeading, c.title)
		}
	}
}

// clause reads a clause: the rest of the heading has its marks and its title.
func (r *reader) clause(c *chapter, id, rest string) {
	g := r.folder.Game
	clause := game.Clause{ID: id}
	if twoCapitals().MatchString(g.Prefix) && !strings.HasPrefix(id, g.Prefix+"-") {
		r.unread.clauses = true
		r.fail(RulesFile, c.line, "", "expected clauses that begin with %s-, found %s", g.Prefix, id)
	}
	if _, twice := g.Clause(id); twice {
		r.unread.clauses = true // one of them may be meant for another
		r.fail(RulesFile, c.line, "", "expected each clause once, found %s again", id)
	}
	m := marksForm().FindStringSubmatch(rest)
	if m == nil {
		r.fail(RulesFile, c.line, "", "expected the marks of the clause after its id, such as %s (T, H), found none", id)
	} else {
		for word := range strings.SplitSeq(m[1], ",") {
			mark := game.Mark(strings.TrimSpace(word))
			if mark.Words() == "" {
				r.fail(RulesFile, c.line, "", "expected marks of T, I, C, S and H, found %q", strings.TrimSpace(word))
				continue
			}
			clause.Marks = append(clause.Marks, mark)
		}
	}
	texts := c.paragraphs()
	if n := len(texts); n > 0 {
		if m := tasksForm().FindStringSubmatch(texts[n-1]); m != nil {
			texts = texts[:n-1]
			for word := range strings.SplitSeq(m[1], ",") {
				task := strings.TrimSpace(word)
				if !slices.Contains(r.allTasks(), task) && !r.unread.tasks {
					r.fail(RulesFile, c.line, "", "%s: there is no task %q%s", id, task, document.Near(task, r.allTasks()))
					continue
				}
				clause.Tasks = append(clause.Tasks, task)
			}
		} else if m := nearTasksForm().FindStringSubmatch(texts[n-1]); m != nil && r.areTasks(m[1]) {
			r.fail(RulesFile, c.line, "", "%s: expected %q for the tasks of the clause, found %q", id, "Tasks: "+m[1], texts[n-1])
		}
	}
	for i, words := range texts[:max(0, len(texts)-1)] {
		if m := tasksForm().FindStringSubmatch(words); m != nil && r.areTasks(m[1]) {
			r.fail(RulesFile, c.line, "", "%s: expected %q as the last paragraph of the clause, found %q below it", id, words, text.Shorten(texts[i+1], 40))
		}
	}
	if clause.Tasks == nil {
		clause.Tasks = r.batchTasks()
	}
	if clause.Text = strings.Join(texts, "\n\n"); clause.Text == "" {
		r.fail(RulesFile, c.line, "", "expected the text of %s under its heading, found none", id)
	}
	g.Clauses = append(g.Clauses, clause)
}

// areTasks tells whether a list of words has names of tasks alone.
func (r *reader) areTasks(words string) bool {
	for word := range strings.SplitSeq(words, ",") {
		if !slices.Contains(r.allTasks(), strings.TrimSpace(word)) {
			return false
		}
	}
	return true
}

// codes reads the list of codes, which stands in the order of the checks.
func (r *reader) codes(c *chapter) {
	g := r.folder.Game
	inItem := false // the line in front belongs to one
	for _, l := range c.body {
		item := itemForm().FindStringSubmatch(l.text)
		if item == nil || l.fenced {
			near := nearItemForm().FindStringSubmatch(l.text)
			switch inItem = inItem && !l.fenced && strings.TrimSpace(l.text) != ""; {
			case l.fenced:
			case near != nil:
				r.fail(RulesFile, l.number, "", "expected a code to begin with \"- \", such as %q, found %q", "- "+near[1], strings.TrimSpace(l.text))
			case inItem:
				r.fail(RulesFile, l.number, "", "expected each code in one line, found %q below it", strings.TrimSpace(l.text))
			}
			continue
		}
		inItem = true
		m := codeForm().FindStringSubmatch(item[1])
		if m == nil {
			example := fmt.Sprintf("not_in_hand (%s-07): the token is not in her hand", g.Prefix)
			r.fail(RulesFile, l.number, "", "expected a code such as %q, found %q", example, item[1])
			continue
		}
		code := game.Code{Name: m[1], Clause: m[2], When: m[3]}
		if _, ok := g.Clause(code.Clause); !ok && !r.unread.clauses {
			r.fail(RulesFile, l.number, "", "%s: there is no clause %s%s", code.Name, code.Clause, document.Near(code.Clause, r.clauseNames()))
		}
		if _, twice := g.Code(code.Name); twice {
			r.fail(RulesFile, l.number, "", "expected each code once, found %s again", code.Name)
		}
		g.Codes = append(g.Codes, code)
	}
}

func (r *reader) clauseNames() []string {
	var ids []string
	for _, c := range r.folder.Game.Clauses {
		ids = append(ids, c.ID)
	}
	return ids
}
