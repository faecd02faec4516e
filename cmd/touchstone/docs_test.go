package main

import (
	"bytes"
	"fmt"
	"html"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"

	"github.com/touchstone-harness/touchstone/harness/text"
)

var (
	idsOfPage   = text.Pattern(` id="([^"]*)"`)
	linksOfPage = text.Pattern(` (?:href|src)="([^"]*)"`)
	indexLinks  = text.Pattern(`"([a-z0-9/-]+\.html(?:#[^"]*)?)"`)
)

// The site is complete: every link leads to a file and a heading that are there,
// and so does every entry of its search. It has nothing that its policy forbids,
// and made again it is the same.
func TestSite(t *testing.T) {
	t.Run("plain", func(t *testing.T) { testSite(t) })
	t.Run("try", func(t *testing.T) {
		rules := t.TempDir() // which nobody runs here
		for _, name := range []string{"rules.wasm", "wasm_exec.js"} {
			if err := os.WriteFile(filepath.Join(rules, name), []byte("\x00asm </script>"), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		testSite(t, "--try", rules)
	})
}

func testSite(t *testing.T, flags ...string) {
	t.Helper()
	folder := filepath.Join(t.TempDir(), "site")
	build := func() {
		t.Helper()
		var stdout, stderr bytes.Buffer
		if status := inProcess(append([]string{"docs", "--to", folder}, flags...), strings.NewReader(""), &stdout, &stderr); status != statusConforms {
			t.Fatalf("exit status %d\n%s", status, stderr.String())
		}
	}
	build()
	files, pages, ids, links := map[string][]byte{}, map[string]string{}, map[string]bool{}, map[string][]string{}
	err := filepath.WalkDir(folder, func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		rel, _ := filepath.Rel(folder, name)
		rel = filepath.ToSlash(rel)
		files[rel], ids[rel] = data, true
		if rel == "search-index.js" {
			for _, m := range indexLinks().FindAllSubmatch(data, -1) {
				links[rel] = append(links[rel], string(m[1]))
			}
		}
		if path.Ext(rel) != ".html" {
			return nil
		}
		pages[rel] = string(data)
		for _, m := range idsOfPage().FindAllSubmatch(data, -1) {
			if at := rel + "#" + string(m[1]); ids[at] {
				t.Errorf("%s: there twice", at)
			} else {
				ids[at] = true
			}
		}
		for _, m := range linksOfPage().FindAllSubmatch(data, -1) {
			links[rel] = append(links[rel], string(m[1]))
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(flags) > 0 { // the larger one, whose pages the other has, too
		build()
		for rel, data := range files {
			if same, err := os.ReadFile(filepath.Join(folder, rel)); err != nil || !bytes.Equal(same, data) {
				t.Errorf("%s is another file when the site is made again, %v", rel, err)
			}
		}
	}
	_, schema, _ := touchstone("validate", "bazaar/equations", "--schema")
	if string(files["formats/bazaar/equations.schema.json"]) != schema || files["formats/report/test.schema.json"] == nil {
		t.Errorf("the schemas of values or of reports are missing, or others than validate --schema prints")
	}
	for _, name := range []string{"index.html", "tutorial.html", "topics/isolation.html", "games/bazaar.html", "commands/suite-lint.html", "formats/course.html"} {
		if pages[name] == "" {
			t.Errorf("there is no %s", name)
		}
	}
	if len(links["search-index.js"]) < len(pages) {
		t.Errorf("the search knows %d places on %d pages", len(links["search-index.js"]), len(pages))
	}
	for from, list := range links {
		for _, link := range list {
			to, anchor, has := strings.Cut(link, "#")
			if strings.Contains(to, "://") {
				continue
			}
			target := from
			if to != "" {
				target = path.Join(path.Dir(from), to)
			}
			if id, ok := strings.CutPrefix(anchor, "case="); ok && to != "" {
				// The page Try it opens this case.
				game, rest, _ := strings.Cut(id, "/")
				task, _, _ := strings.Cut(rest, "/")
				cases, err := os.ReadFile(filepath.Join(folder, "try", "examples", game+"-"+task+".js"))
				if err != nil || !strings.Contains(string(cases), `"id":"`+id+`"`) {
					t.Errorf("%s: there is no case %s, %v", from, id, err)
				}
				has = false
			}
			if has {
				target += "#" + anchor
			}
			if !ids[target] {
				t.Errorf("%s: %s leads nowhere", from, link)
			}
		}
	}
	for name, page := range pages {
		policy := `content="default-src 'none'; style-src 'self'; script-src 'self';`
		if name == "try.html" {
			policy = `content="default-src 'none'; style-src 'self'; script-src 'self' 'wasm-unsafe-eval'; worker-src blob:; img-src 'self'; base-uri 'none'; form-action 'none'"`
		}
		if !strings.Contains(html.UnescapeString(page), policy) ||
			regexp.MustCompile(`<style|<script>| style="| on[a-z]+="`).MatchString(page) {
			t.Errorf("%s: no policy, or something inline that it forbids", name)
		}
	}
	var stderr bytes.Buffer
	other := t.TempDir()
	if err := os.WriteFile(filepath.Join(other, "thesis.tex"), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	if (pages["try.html"] != "") != (len(flags) > 0) {
		t.Errorf("with %v: %d bytes of try.html", flags, len(pages["try.html"]))
	}
	if status := inProcess([]string{"docs", "--to", other}, strings.NewReader(""), &stderr, &stderr); status != statusTrouble || !strings.Contains(stderr.String(), "not empty") {
		t.Errorf("into a folder with other files: exit status %d, %s", status, stderr.String())
	}
}

// Every command has a man page, in which no line of text is a request by mistake.
func TestMan(t *testing.T) {
	folder := t.TempDir()
	var stderr bytes.Buffer
	if status := inProcess([]string{"docs", "--as", "man", "--to", folder}, strings.NewReader(""), &stderr, &stderr); status != statusConforms {
		t.Fatalf("exit status %d\n%s", status, stderr.String())
	}
	known := regexp.MustCompile(`^\.(TH|SH|PP|TP|B|BR|nf|fi|nh|ad)\b`)
	for _, c := range describeCommand(newRoot(nil)).All() {
		data, err := os.ReadFile(filepath.Join(folder, c.ManName()))
		if err != nil {
			t.Error(err)
			continue
		}
		for line := range strings.Lines(string(data)) {
			if (line[0] == '.' || line[0] == '\'') && !known.MatchString(line) {
				t.Errorf("%s: %q", c.ManName(), line)
			}
		}
		// A release has the same pages wherever it is built.
		if strings.Contains(string(data), fmt.Sprintf("things at once; the output is the same (default %d)", runtime.NumCPU())) {
			t.Errorf("%s tells how many processors this machine has", c.ManName())
		}
		for _, part := range []string{".SH \"NAME", ".SH \"SYNOPSIS", "\n.TP\n.B "} {
			if !strings.Contains(string(data), part) {
				t.Errorf("%s: no %q", c.ManName(), part)
			}
		}
	}
}
