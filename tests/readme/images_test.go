package readme

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// images are the pictures that the README shows: what is said in their place, and
// where they are.
var images = regexp.MustCompile(`!\[([^\]]*)\]\(([^)]*)\)`)

// places are the JSON pointers that the pictures of tests/pictures have besides.
var places = regexp.MustCompile(` data-(?:at|spot)="[^"]*"`)

// The README shows pictures that touchstone render draws again as they are, from
// the values that are beside them.
func TestImages(t *testing.T) {
	text, err := os.ReadFile(filepath.Join(root, "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	list := images.FindAllStringSubmatch(string(text), -1)
	if len(list) == 0 {
		t.Error("the README shows no picture")
	}
	if _, err := demo(); err != nil {
		t.Fatal(err)
	}
	program := filepath.Join(root, ".bin", "touchstone")
	for _, image := range list {
		alt, path := image[1], image[2]
		if len(alt) < 20 {
			t.Errorf("%s: what is said in its place is %q", path, alt)
		}
		base, isSVG := strings.CutSuffix(path, ".svg")
		if !isSVG || !strings.HasPrefix(path, "tests/pictures/testdata/") {
			t.Errorf("%s: expected an SVG of tests/pictures/testdata, which tests/pictures draws again", path)
			continue
		}
		value, err := os.Open(filepath.Join(root, filepath.FromSlash(base)+".json"))
		if err != nil {
			t.Error(err)
			continue
		}
		defer value.Close()
		shown, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(path)))
		if err != nil {
			t.Error(err)
			continue
		}
		_, name, _ := strings.Cut(filepath.Base(base), "-")
		render := exec.Command(program, "render", filepath.Base(filepath.Dir(base)), "--value", name, "--format", "svg")
		render.Stdin = value
		drawn, err := render.Output()
		if err != nil || string(drawn) != places.ReplaceAllString(string(shown), "") {
			t.Errorf("%s: %v draws another picture, %v", path, render.Args[1:], err)
		}
	}
}
