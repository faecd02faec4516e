package readme

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// images are the pictures that the README shows: what is said in their place, and
// where they are.
var images = regexp.MustCompile(`!\[([^\]]*)\]\(([^)]*)\)`)

// The README shows pictures that a test draws again, from files that are there.
func TestImages(t *testing.T) {
	root := filepath.Join("..", "..")
	text, err := os.ReadFile(filepath.Join(root, "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	list := images.FindAllStringSubmatch(string(text), -1)
	if len(list) == 0 {
		t.Error("the README shows no picture")
	}
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
		for _, file := range []string{path, base + ".json"} {
			if _, err := os.Stat(filepath.Join(root, filepath.FromSlash(file))); err != nil {
				t.Error(err)
			}
		}
	}
}
