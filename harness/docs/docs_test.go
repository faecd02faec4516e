package docs_test

import (
	"bytes"
	"flag"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/parser"

	"github.com/touchstone-harness/touchstone/harness/docs"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// sample has everything that pages are made of.
const sample = "# A page\n\nOne *line* and\nanother with `code`, **bold `code`**, [a link](topics/isolation.md#x) and <https://example.org>.\n\n" +
	"## Lists, and \\*more\\*\n\n- one\n- two goes on\n  in a second line\n\n1. first\n\n   with a paragraph\n2. second:\n\n   ```console\n   $ touchstone version | cat > file\n   ```\n\n" +
	"- an item\n  - with `a list`\n  - of two\n- next\n\n" +
	"| flag | what it does |\n|---|---|\n| `--a\\|b` | it has a *long* description that does not fit into the line of a narrow terminal |\n| `-x` | \"short\" & sweet < sour |\n\n" +
	"```text notes.txt\n\tcode  as it is <b>\n\n    indented\n```\n\n    make demo    # a comment\n\n    make test\n\n" +
	"![a picture of a board](board.svg)\nA bag × 2 → [see here](docs/verdicts.md), 2 * 3 * 4, snake_case_name."

// The pages, and a sample of all they are made of, become the HTML that a library
// for Markdown makes of them.
func TestHTML(t *testing.T) {
	oracle := goldmark.New(goldmark.WithExtensions(extension.Table), goldmark.WithParserOptions(parser.WithHeadingAttribute()))
	sources := map[string]string{"sample": sample}
	for _, p := range docs.Pages() {
		sources[p.Path] = p.Source
	}
	ids := regexp.MustCompile(`(<h[1-6]|<pre><code[^>]*) (?:id|data-file)="[^"]*">`)
	for name, source := range sources {
		var want bytes.Buffer
		if err := oracle.Convert([]byte(source), &want); err != nil {
			t.Fatal(err)
		}
		got := ids.ReplaceAllString(docs.HTML(source, nil), "$1>")
		if diff := cmp.Diff(strings.Split(want.String(), "\n"), strings.Split(got, "\n")); diff != "" {
			t.Errorf("%s: goldmark makes something else of it (-goldmark +docs):\n%s", name, diff)
		}
	}
}

func TestText(t *testing.T) {
	for name, style := range map[string]docs.Style{
		"wide.txt":   {Width: 79},
		"narrow.txt": {Width: 40, ASCII: true},
		"color.txt":  {Width: 60, Color: true},
	} {
		got := docs.Text(sample, style)
		file := filepath.Join("testdata", "text", name)
		if *update {
			if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(string(want), got); diff != "" {
			t.Errorf("%s, go test ./harness/docs -update writes it (-want +got):\n%s", name, diff)
		}
	}
}

// Every page keeps to the width of a terminal, and to ASCII where that is all
// there is.
func TestPagesFit(t *testing.T) {
	for _, p := range docs.Pages() {
		for _, width := range []int{60, 79} {
			text := docs.Text(p.Source, docs.Style{Width: width, ASCII: true})
			for line := range strings.Lines(text) {
				line = strings.TrimSuffix(line, "\n")
				// A word may be longer, and a line of code but for those of topics, which
				// help prints on a terminal of 80 columns.
				code := strings.HasPrefix(line, "    ") && (p.Section != "topics" || len(line) <= 80 || width < 79)
				if len(line) > width && !code && strings.Contains(strings.TrimSpace(line), " ") {
					t.Errorf("%s at %d columns: %q", p.Path, width, line)
				}
			}
		}
		text := docs.Text(p.Source, docs.Style{Width: 79})
		ascii := docs.Text(p.Source, docs.Style{Width: 79, ASCII: true})
		if lost := strings.Count(ascii, "?") - strings.Count(text, "?"); lost > 0 {
			t.Errorf("%s: %d characters have no counterpart in ASCII", p.Path, lost)
		}
		for line := range strings.Lines(p.Source) {
			if n := utf8.RuneCountInString(line); n > 121 && !strings.HasPrefix(line, "|") && !strings.Contains(line, "](") && !strings.HasPrefix(line, "{") {
				t.Logf("%s: a line of %d characters: %.40q", p.Path, n, line)
			}
		}
	}
}

var links = regexp.MustCompile(`\]\(([^()\s]+)\)`)

// Every page begins with its title, has a name of its own, and leads only to
// pages and headings that exist.
func TestLinks(t *testing.T) {
	anchors := map[string][]string{}
	names := map[string]string{}
	for _, p := range docs.Pages() {
		if !strings.HasPrefix(p.Source, "# ") || strings.Count("\n"+stripCode(p.Source), "\n# ") != 1 {
			t.Errorf("%s: expected one title, on the first line", p.Path)
		}
		if other, ok := names[p.Name]; ok {
			t.Errorf("%s and %s have the same name", other, p.Path)
		}
		names[p.Name] = p.Path
		anchors[p.Path] = nil
		for _, m := range regexp.MustCompile(`<h[1-6] id="([^"]*)"`).FindAllStringSubmatch(docs.HTML(p.Source, nil), -1) {
			if slices.Contains(anchors[p.Path], m[1]) {
				t.Errorf("%s: two headings are %q", p.Path, m[1])
			}
			anchors[p.Path] = append(anchors[p.Path], m[1])
		}
	}
	for _, p := range docs.Pages() {
		for _, m := range links.FindAllStringSubmatch(stripCode(p.Source), -1) {
			to, anchor, _ := strings.Cut(m[1], "#")
			if strings.Contains(to, "://") {
				continue
			}
			target := p.Path
			if to != "" {
				target = path.Join(path.Dir(p.Path), to)
			}
			heads, ok := anchors[target]
			if !ok || anchor != "" && !slices.Contains(heads, anchor) {
				t.Errorf("%s: no page or heading %s", p.Path, m[1])
			}
		}
	}
}

// stripCode leaves out blocks of code.
func stripCode(source string) string {
	return regexp.MustCompile("(?ms)^```.*?^```$").ReplaceAllString(source, "")
}

func TestNamed(t *testing.T) {
	for _, name := range []string{"isolation", "topics/isolation"} {
		if p, err := docs.Named(name); err != nil || !strings.HasPrefix(p.Title, "Isolation") {
			t.Errorf("%s: %q, %v", name, p.Title, err)
		}
	}
	if _, err := docs.Named("isolatoin"); err == nil || !strings.Contains(err.Error(), "isolatoin") {
		t.Errorf("a misspelt page: %v", err)
	}
}

// FuzzText has no input that the typesetter does not survive.
func FuzzText(f *testing.F) {
	f.Add(sample, 40)
	f.Add("- a\n\n-  b\n|a|\n|-|\n||\n``` \n**`[](", 1)
	f.Fuzz(func(t *testing.T, source string, width int) {
		docs.Text(source, docs.Style{Width: width % 200, ASCII: true})
		docs.HTML(source, nil)
	})
}
