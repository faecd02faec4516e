package course

import (
	"testing"
)

// TestNext takes what holds for one year out of course files, however it is written,
// and leaves the rest.
func TestNext(t *testing.T) {
	const task = "[submissions]\npaths = [\"in/*\"]\nreleased = [\n\"ada\", # a comment\n]\n[[task]]\ntask = \"bazaar/rules\"\nrun = [\"./x\"]\n"
	for name, text := range map[string]string{
		"everything":  full(),
		"inline":      "adjust = [\n  { team = \"ada\", points = 1, reason = \"[[task]]\" },\n  { team = \"bob\", points = 2, reason = \"x\" },\n]\n" + task,
		"one line":    "adjust = [{ team = \"ada\", points = 1, reason = \"x\" }]\n" + task,
		"inline late": "late = { deadline = \"2026-10-01 23:59 UTC\" }\n" + task,
		"tables": task + "[[adjust]]\nteam = \"ada\"\nreason = '''\n[[adjust]]\nno end'''\npoints = 1\n" +
			"[[adjust]]\npoints = 2\nteam = \"bob\"\nreason = \"x\"\n[late]\ndeadline = 2026-10-01T23:59:00Z\ngrace = \"5m\"\n",
	} {
		next, changed, err := Next("course.toml", []byte(text), "v2.0.0", lookup)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		c, _ := Parse("course.toml", next, lookup)
		if c == nil || len(c.Adjust) > 0 || !c.Late.Deadline.IsZero() || len(c.Submissions.Released) > 0 || c.Submissions.Roster != "" ||
			len(c.Tasks) != 1 || len(changed) == 0 {
			t.Errorf("%s: %+v, %q:\n%s", name, c, changed, next)
		}
	}
}
