package main

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/spf13/cobra"

	"github.com/touchstone-harness/touchstone/harness/files"
	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/games"
	"github.com/touchstone-harness/touchstone/harness/json/stream"
	"github.com/touchstone-harness/touchstone/harness/judge/answer"
	"github.com/touchstone-harness/touchstone/harness/judge/picture"
	"github.com/touchstone-harness/touchstone/harness/report/playback"
	"github.com/touchstone-harness/touchstone/harness/scene"
	"github.com/touchstone-harness/touchstone/harness/scene/png"
	"github.com/touchstone-harness/touchstone/harness/scene/svg"
	"github.com/touchstone-harness/touchstone/harness/scene/terminal"
	"github.com/touchstone-harness/touchstone/harness/text"
)

// The kinds of pictures.
const (
	asText = "text"
	asSVG  = "svg"
	asPNG  = "png"
	asAlt  = "alt"
	asHTML = "html" // a page of many pictures
	asJSON = "json" // what is to be seen, for programs
)

var picturesAs = []string{asText, asSVG, asPNG, asAlt, asHTML, asJSON}

// otherPictures are the endings of files from which people expect pictures that
// we do not make; whatever else a file is called may be text.
var otherPictures = []string{"avif", "bmp", "eps", "gif", "jpeg", "jpg", "pdf", "ps", "tiff", "webp"}

// renderFlags are the flags of render.
type renderFlags struct {
	as, to, value, diff, theme string
	highlight                  []string
	width                      int
	ascii                      bool
}

func newRender(out *output) *cobra.Command {
	var s settings
	var f renderFlags
	c := &cobra.Command{
		Use:   "render GAME[/TASK]",
		Short: "draw states and other values as text, SVG, PNG or a page",
		Long: `Touchstone reads valid JSON values from standard input and draws them: states of GAME, or what --value names; or
the input values of a case of GAME/TASK. It prints values that have no picture.

--highlight marks the part that shows the value at a JSON pointer; with several values, or a task, the pointer
begins with the number of the value. If no part shows it, Touchstone draws without the mark and exits 2.
--diff reads as many values from a file, draws them beside the others, and marks where they differ. Only text
wraps boards; images may exceed --width.

--format alt describes the picture in words; --format json describes it for programs: the legend, the JSON
pointers of the parts, and which of them are marked. --format html makes one page of a case of GAME/play that
shows the state from request to request; touchstone transcript show makes one of a live game.`,
		Example: `  touchstone render bazaar < state.json
  touchstone render bazaar --to state.svg --theme dark < state.json
  echo '{"board":"g01","die":1}' | touchstone render ubongo --value problem
  touchstone render bazaar --highlight /players/0/wallet < state.json
  touchstone render bazaar --diff state.json < state.json
  touchstone render bazaar/rules --ascii --width 60 < my-suite/1-in.json
  touchstone render bazaar/play --to game.html < state-and-request`,
		Args:              beforeValues("GAME or GAME/TASK"),
		ValidArgsFunction: completeRendered,
		RunE: func(c *cobra.Command, args []string) error {
			if c.Flags().Changed("format") {
				f.as = out.format
			}
			desk, err := f.desk(&s, args[0])
			if err != nil {
				return err
			}
			if err := f.check(c, desk); err != nil {
				return err
			}
			return f.render(c, out, desk)
		},
	}
	s.register(c, "")
	flags := c.Flags()
	flags.StringVar(&out.format, "format", "text", "`text|svg|png|alt|html|json`: what to draw (default: as the name of --to ends, else text)")
	flags.StringVar(&f.to, "to", "", usageTo)
	flags.StringVar(&f.value, "value", "", "`NAME`: the kind of the values in the input (default: states)")
	flags.StringArrayVar(&f.highlight, "highlight", nil, "`POINTER`: mark what is at this JSON pointer; repeatable")
	flags.StringVar(&f.diff, "diff", "", "`FILE`: also draw the values of this file, and mark the differences")
	flags.IntVar(&f.width, "width", 0, "`N`: maximum width: columns for text (default: terminal, else 80), pixels for images (default 760)")
	flags.BoolVar(&f.ascii, "ascii", false, "draw text with ASCII characters only")
	flags.StringVar(&f.theme, "theme", "", "`light|dark`: the colours (default: dark for text, light for images)")
	renamed(c, "as", "format", nil)
	complete(c, map[string]completion{
		"format": fixed(picturesAs...),
		"theme":  fixed(scene.Light.Name, scene.Dark.Name),
		"value": offer(func(args []string) []string {
			return namesOf(args, func(g *game.Game, _ string) []string {
				rules, err := g.Configure(game.Settings{})
				if err != nil {
					return nil
				}
				return picture.Drawable(rules)
			})
		}),
	})
	return c
}

// desk fixes the rules, and what the input consists of.
func (f *renderFlags) desk(s *settings, name string) (*answer.Desk, error) {
	if strings.Contains(name, "/") {
		g, task, err := gameTask(name, "touchstone render GAME/TASK")
		if err != nil {
			return nil, err
		}
		if f.value != "" {
			return nil, &game.UsageError{
				Message: "--value does not work with a task",
				Hint:    fmt.Sprintf("%q draws a value alone", "touchstone render "+g.Name+" --value "+f.value),
			}
		}
		return s.desk(g, task)
	}
	g, err := gameNamed(name)
	if err != nil {
		return nil, err
	}
	rules, err := s.rules(g)
	if err != nil {
		return nil, err
	}
	names := picture.Drawable(rules)
	if len(names) == 0 {
		return nil, &game.UsageError{Message: fmt.Sprintf("the game %s has no pictures", g.Name)}
	}
	if f.value == "" {
		f.value = names[0]
	}
	if !slices.Contains(names, f.value) {
		return nil, unknownAmong("value", f.value, "with a picture in "+g.Name, names)
	}
	return s.desk(g, game.Task{In: []game.Param{{Name: f.value, Value: f.value, Repeated: true}}})
}

// unknownAmong refuses a name of a few that can be told.
func unknownAmong(kind, name, of string, names []string) *game.UsageError {
	e := game.Unknown(kind, name, of, names, "")
	e.Hint = strings.TrimSuffix(e.Hint, `"" lists them`) + "there are " + strings.Join(names, ", ")
	return e
}

// check refuses flags that cannot be meant so.
func (f *renderFlags) check(c *cobra.Command, desk *answer.Desk) error {
	if f.as == "" {
		f.as = strings.TrimPrefix(strings.ToLower(filepath.Ext(f.to)), ".")
		if slices.Contains(otherPictures, f.as) {
			return unknownAmong("kind of picture", f.as, "", picturesAs)
		}
		if !slices.Contains(picturesAs, f.as) {
			f.as = asText
		}
	}
	if themes := []string{scene.Light.Name, scene.Dark.Name}; f.theme != "" && !slices.Contains(themes, f.theme) {
		return unknownAmong("theme", f.theme, "", themes)
	}
	if f.ascii && f.as != asText {
		return &game.UsageError{Message: "--ascii is for text, and this is " + f.as, Hint: "--format text draws with characters"}
	}
	if f.as == asHTML {
		return f.checkPage(c, desk)
	}
	if f.width < 0 || f.width > 0 && f.as == asText && f.width < terminal.WidthMin {
		return &game.UsageError{
			Message: fmt.Sprintf("--width is %d, expected %d columns or more", f.width, terminal.WidthMin),
			Hint:    "leave --width out for the width of the terminal",
		}
	}
	for _, p := range f.highlight {
		if p != "" && p[0] != '/' {
			return &game.UsageError{
				Message: fmt.Sprintf("--highlight is %q, expected a JSON pointer", p),
				Hint:    "it starts with a slash, such as /players/0",
			}
		}
	}
	if f.as == asPNG && f.to == "" && isTerminal(c.OutOrStdout()) {
		return &game.UsageError{Message: "a terminal cannot show PNG", Hint: "write it to a file: --to FILE"}
	}
	return nil
}

// checkPage refuses pages that there are not.
func (f *renderFlags) checkPage(c *cobra.Command, desk *answer.Desk) error {
	if desk.Task.Name != playback.PlayTask {
		return &game.UsageError{
			Message: "--format html needs states and requests, those of the task " + playback.PlayTask,
			Hint: fmt.Sprintf("%q makes one of such a case, %q one of a live game",
				"touchstone render "+desk.Game.Name+"/"+playback.PlayTask+" --format html", "touchstone transcript show FILE --format html"),
		}
	}
	for _, name := range []string{"diff", "highlight", "theme", "width"} {
		if c.Flags().Changed(name) {
			return &game.UsageError{
				Message: "--" + name + " does not work with --format html", Hint: "the page marks what a request changes, and follows the theme of the browser",
			}
		}
	}
	return nil
}

func (f *renderFlags) render(c *cobra.Command, out *output, desk *answer.Desk) error {
	claims := []claim{piped(c, "standard input"), reads("diff", f.diff), writes("to", f.to)}
	if err := refuseClashes(claims, nothingElse); err != nil {
		return err
	}
	tellWaiting(c, "values of "+desk.Game.Name)
	values, err := desk.Read(stdin(c))
	if err != nil {
		return err
	}
	if err := checkValues(desk, values); err != nil {
		return err
	}
	if f.as == asHTML {
		var page bytes.Buffer
		if err := desk.Solve(func(in []jsontext.Value, _ *game.Output) error {
			return playback.WriteRequests(&page, desk.Game, desk.Rules, in)
		}, values, nil); err != nil {
			return err
		}
		return f.write(c, page.Bytes())
	}
	raws := stream.Raws(values)
	s, err := f.scene(desk, raws)
	if err != nil {
		return tooLarge(err)
	}
	pointers := f.highlight
	if f.diff != "" {
		if s, pointers, err = f.compare(desk, s, raws); err != nil {
			return err
		}
	}
	if f.diff != "" && len(pointers) == len(f.highlight) && !out.quiet {
		fmt.Fprintf(c.ErrOrStderr(), "touchstone: the values do not differ\n")
	}
	var unmarked error // nothing that is selected is no success
	for _, p := range f.highlight {
		if len(s.Mark(p)) == 0 {
			fmt.Fprintf(c.ErrOrStderr(), "touchstone: no part of the picture shows %s\n", p)
			unmarked = errTold
		}
	}
	if unmarked != nil {
		fmt.Fprintf(c.ErrOrStderr(), "hint: %s lists the places that --highlight can name\n",
			text.Visible(withFolders(strconv.Quote("touchstone render "+desk.Game.Name+" --format json"))))
	}
	drawn, err := f.draw(c, out, desk.Game.Name, s, s.Mark(pointers...))
	if err != nil {
		return err
	}
	return cmp.Or(f.write(c, drawn), unmarked)
}

// write writes a picture or a page where it is wanted.
func (f *renderFlags) write(c *cobra.Command, drawn []byte) error {
	if f.to == "" {
		_, err := c.OutOrStdout().Write(drawn)
		return err
	}
	return writeTo(f.to, drawn)
}

// checkValues refuses values that are not valid, with their place.
func checkValues(desk *answer.Desk, values []stream.Value) error {
	if len(values) == 0 {
		return &game.UsageError{Message: "stdin: there is no value to draw", Hint: "give JSON values on standard input"}
	}
	return desk.Solve(func(in []jsontext.Value, _ *game.Output) error {
		if err := desk.Task.CheckCount(len(in)); err != nil {
			return err
		}
		for i, raw := range in {
			value := desk.Task.In[min(i, len(desk.Task.In)-1)].Value
			err := desk.Rules.Check(value, raw)
			if invalid, ok := errors.AsType[*game.Invalid](err); ok {
				invalid.Value = i
			}
			if err != nil {
				return err
			}
			// What no task reads only the schema knows.
			if problems, err := desk.Schemas.Explain(value, raw); err == nil && len(problems) > 0 {
				return &game.Invalid{Value: i, Offset: problems[0].Offset, Message: problems[0].Message, Clause: problems[0].Clause}
			}
		}
		return nil
	}, values, nil)
}

// scene is one value, or several as one picture.
func (f *renderFlags) scene(desk *answer.Desk, raws []jsontext.Value) (*scene.Scene, error) {
	if desk.Task.Name == "" && len(raws) == 1 {
		return picture.Value(desk.Rules, f.value, raws[0])
	}
	return picture.Values(desk.Rules, desk.Task.In, raws)
}

// compare puts the picture of other values beside that of the input.
func (f *renderFlags) compare(desk *answer.Desk, s *scene.Scene, raws []jsontext.Value) (*scene.Scene, []string, error) {
	unread := func(err error) (*scene.Scene, []string, error) {
		return nil, nil, &game.UsageError{
			Message: fmt.Sprintf("--diff %s: %v", f.diff, text.Cause(err)),
			Hint:    "--diff names a file with JSON values",
		}
	}
	if err := files.NotInput(f.diff); err != nil {
		return unread(err)
	}
	file, err := os.Open(f.diff)
	if err != nil {
		return unread(err)
	}
	defer file.Close()
	fail := func(err error) (*scene.Scene, []string, error) {
		message, hint := err.Error(), ""
		if refusal, ok := errors.AsType[*answer.Refusal](err); ok {
			hint = refusal.Hint
		}
		return nil, nil, &game.UsageError{Message: f.diff + ": " + message, Hint: hint}
	}
	values, err := desk.Read(file)
	if _, failed := errors.AsType[*fs.PathError](err); failed {
		return unread(err)
	}
	if err != nil {
		return fail(err)
	}
	if len(values) != len(raws) {
		return nil, nil, &game.UsageError{
			Message: fmt.Sprintf("%s: expected %s as in the input, found %d", f.diff, text.Count(len(raws), "value"), len(values)),
			Hint:    "--diff draws each value of its file beside the one at the same place of the input",
		}
	}
	if err := checkValues(desk, values); err != nil {
		return fail(err)
	}
	others := stream.Raws(values)
	other, err := f.scene(desk, others)
	if err != nil {
		return fail(err)
	}
	pointers := slices.Clone(f.highlight)
	for i := range raws {
		at := ""
		if desk.Task.Name != "" || len(raws) > 1 {
			at = scene.At(i)
		}
		value := desk.Task.In[min(i, len(desk.Task.In)-1)].Value
		for _, p := range picture.Differences(desk.Game, value, raws[i], others[i]) {
			pointers = append(pointers, at+p)
		}
	}
	both, err := scene.Compare("", s, other, "input", filepath.Base(f.diff))
	return both, pointers, tooLarge(err)
}

// tooLarge says of which picture an error is that it is too large.
func tooLarge(err error) error {
	if errors.Is(err, scene.ErrTooLarge) {
		return &game.UsageError{Message: "the picture is not drawn: " + err.Error(), Hint: "draw fewer values at once"}
	}
	return err
}

// draw draws the scene as the flags ask.
func (f *renderFlags) draw(c *cobra.Command, out *output, game string, s *scene.Scene, marks scene.Marks) ([]byte, error) {
	theme := scene.Light
	if f.theme == scene.Dark.Name || f.theme == "" && f.as == asText {
		theme = scene.Dark
	}
	switch f.as {
	case asSVG:
		return svg.Draw(s, svg.Options{Width: f.width, Theme: theme, Marks: marks}), nil
	case asPNG:
		return png.Draw(s, png.Options{Width: f.width, Theme: theme, Marks: marks})
	case asAlt:
		return []byte(s.Alt + "\n"), nil
	case asJSON:
		var b bytes.Buffer
		err := writeJSON(&b, describePicture(game, s, marks))
		return b.Bytes(), err
	}
	o := terminal.Options{Width: f.width, ASCII: f.ascii, Theme: theme, Marks: marks}
	if f.to == "" {
		screen := out.screen(c.OutOrStdout())
		o.Colour, o.ASCII = screen.Colour, o.ASCII || screen.ASCII
		o.Width = cmp.Or(o.Width, screen.Width)
	}
	return []byte(terminal.Draw(s, o)), nil
}

// screen is how pictures are drawn on a stream.
func (o *output) screen(w io.Writer) terminal.Options {
	return terminal.Options{Width: columns(w), Colour: o.colored(w), ASCII: asciiLocale()}
}

// pictureJSON is a picture as its schema report/picture has it.
type pictureJSON struct {
	Game   string     `json:"game"`
	Title  string     `json:"title"`
	Alt    string     `json:"alt"`
	Legend []signJSON `json:"legend"`
	Places []string   `json:"places"`
	Marked []string   `json:"marked"`
}

type signJSON struct {
	Sign  string `json:"sign"`
	Means string `json:"means"`
}

func describePicture(game string, s *scene.Scene, marks scene.Marks) pictureJSON {
	p := pictureJSON{Game: game, Title: s.Title, Alt: s.Alt, Places: s.Places(), Marked: slices.Sorted(maps.Keys(marks))}
	for _, m := range s.Legend {
		p.Legend = append(p.Legend, signJSON{m.Letters(), m.Words})
	}
	return p
}

// completeRendered offers every game, and every task with input that can be
// drawn.
func completeRendered(c *cobra.Command, args []string, typed string) ([]string, cobra.ShellCompDirective) {
	names, directive := completeGames(c, args, typed)
	if len(args) > 0 {
		return names, directive
	}
	for _, g := range games.All() {
		rules, err := g.Configure(game.Settings{})
		if err != nil {
			continue
		}
		for _, t := range g.Tasks {
			if slices.ContainsFunc(t.In, func(p game.Param) bool { return slices.Contains(picture.Drawable(rules), p.Value) }) {
				names = append(names, g.Name+"/"+t.Name+"\t"+t.Summary)
			}
		}
	}
	return names, directive
}
