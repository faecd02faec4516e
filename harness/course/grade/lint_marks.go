package grade

import (
	"fmt"
	"slices"
	"strings"

	"github.com/touchstone-harness/touchstone/harness/course"
	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/subject"
	"github.com/touchstone-harness/touchstone/harness/text"
)

// markForm is a word in braces, as touchstone replaces some in a command line. A shell has
// variables in braces, behind $.
var markForm = text.Pattern(`(?:^|[^$\w])(\{[A-Za-z_]+\})`)

// shellForm is a word that only a shell gives another meaning.
var shellForm = text.Pattern(`^(?:&&|\|\|?|;|&|<|>>?|2>(?:&1)?|\$\w+|\$\{\w+\})$`)

// marks tells of words in braces that stand for nothing where they are written: the program
// gets them as they are. So it tells of words that are for a shell where none reads them.
func (e *Engine) marks(t *course.Task) {
	if e.Wrong != nil {
		return // the command line may be what is wrong
	}
	known := []string{subject.TaskMark, subject.InputMark}
	if t.Task.Live.Networked() {
		known = append(known, subject.PortMark)
	}
	e.marksIn(t, "adapter", t.Adapter, known)
	e.marksIn(t, "run", t.Run, known)
	for _, mark := range marksOf(t.Build.Command) {
		// The text is for a shell, which may mean others.
		if slices.Contains([]string{subject.TaskMark, subject.InputMark, subject.PortMark, "{input}", "{team}"}, mark) {
			e.warnOf(t, "build.command", "write the word itself: a build gets nothing in place of "+mark, mark+" stands for nothing in a build")
		}
	}
	if len(t.Run) > 1 && !subject.IsShell(t.Run[0]) {
		if i := slices.IndexFunc(t.Run[1:], func(word string) bool { return shellForm().MatchString(word) }); i >= 0 {
			e.warnOf(t, "run", "to have a shell read it, write "+course.RunOf([]string{"sh", "-c", strings.Join(t.Run, " ")}),
				fmt.Sprintf("no shell reads %s: the program gets it as an argument", t.Run[i+1]))
		}
	}
}

// marksIn tells of the words in braces that are not known in a command line.
func (e *Engine) marksIn(t *course.Task, key string, words, known []string) {
	for _, word := range words {
		// A script means what it likes.
		if strings.ContainsAny(word, " \t\n;'\"$") {
			continue
		}
		for _, mark := range marksOf(word) {
			if slices.Contains(known, mark) {
				continue
			}
			hint := "write " + meantMark(mark, known)
			if mark == subject.PortMark {
				hint = fmt.Sprintf("remove it: %s is no live task over TCP, so its program gets no port", t.Full())
			}
			e.warnOf(t, key, hint, fmt.Sprintf("%s stands for nothing: the program gets it as it is", mark))
		}
	}
}

// meantMark is what stands for something, and may be meant by a mark that does not.
func meantMark(mark string, known []string) string {
	name := strings.ToLower(strings.Trim(mark, "{}"))
	for _, k := range known {
		if bare := strings.Trim(k, "{}"); strings.HasPrefix(name, bare) || game.Nearest(name, []string{bare}) != "" {
			return fmt.Sprintf("%s, or the word itself", k)
		}
	}
	said := fmt.Sprintf("the word itself; %s is the name of the task, and %s the path of a file with the input", subject.TaskMark, subject.InputMark)
	if slices.Contains(known, subject.PortMark) {
		said += fmt.Sprintf(", and %s the port", subject.PortMark)
	}
	return said
}

// marksOf are the words in braces of a text, each once.
func marksOf(text string) []string {
	var list []string
	for _, m := range markForm().FindAllStringSubmatch(text, -1) {
		if !slices.Contains(list, m[1]) {
			list = append(list, m[1])
		}
	}
	return list
}

// namesakes tells of groups of a task with one name: teams cannot tell their points apart.
func (e *Engine) namesakes(t *course.Task) {
	for i := range t.Groups {
		same := func(g course.Group) bool { return g.Name == t.Groups[i].Name }
		if n := slices.IndexFunc(t.Groups, same); n < i && t.Groups[i].Named {
			key := fmt.Sprintf("group[%d].name", i)
			e.warnOf(t, key, "give each group a name of its own",
				fmt.Sprintf("group[%d] is also called %q: teams cannot tell their points apart", n, t.Groups[i].Name))
		}
	}
}
