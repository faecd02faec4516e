// Command release builds Touchstone for every system: an archive for each, with
// man pages, completions and a bill of materials, and the checksums of all. The same
// commit and the same version of Go give the same bytes on any machine.
//
//	go run ./scripts/release -version v1.2.3 -commit HASH -date RFC3339 -to FOLDER
package main

import (
	"crypto/sha256"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"time"
)

// A target is a system to build for.
type target struct{ system, processor string }

var targets = []target{
	{"linux", "amd64"}, {"linux", "arm64"}, {"darwin", "amd64"}, {"darwin", "arm64"}, {"windows", "amd64"}, {"windows", "arm64"},
}

// A release is what is built.
type release struct {
	version, commit string
	date            time.Time // of the commit, also that of all files in archives
	to              string
	targets         []target
}

// versionForm is what archives may be called after.
var versionForm = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9.+-]*$`)

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "release:", err)
		os.Exit(2)
	}
}

func run() error {
	version := flag.String("version", "", "what the release is called: v1.2.3")
	commit := flag.String("commit", "", "the commit it is built from")
	date := flag.String("date", "", "when that was made, as RFC 3339 has it")
	to := flag.String("to", "", "the folder to write to, which is emptied first")
	only := flag.String("only", "", "build for one SYSTEM/PROCESSOR alone")
	flag.Parse()
	r := &release{version: *version, commit: *commit, to: *to, targets: targets}
	if !versionForm.MatchString(r.version) || r.to == "" {
		return errors.New("expected -version and -to")
	}
	at, err := time.Parse(time.RFC3339, *date)
	if err != nil {
		return fmt.Errorf("-date: %w", err)
	}
	r.date = at.UTC()
	if *only != "" {
		r.targets = slices.DeleteFunc(slices.Clone(targets), func(t target) bool { return t.system+"/"+t.processor != *only })
	}
	if len(r.targets) == 0 {
		return fmt.Errorf("-only is %q, expected one of %v", *only, targets)
	}
	return r.build()
}

func (r *release) build() error {
	if err := os.RemoveAll(r.to); err != nil {
		return err
	}
	if err := os.MkdirAll(r.to, 0o755); err != nil {
		return err
	}
	work, err := os.MkdirTemp("", "touchstone-release-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(work)
	shared, err := r.manuals(work)
	if err != nil {
		return err
	}
	var sums strings.Builder
	for _, t := range r.targets {
		name, err := r.archive(work, t, shared)
		if err != nil {
			return fmt.Errorf("%s/%s: %w", t.system, t.processor, err)
		}
		data, err := os.ReadFile(filepath.Join(r.to, name))
		if err != nil {
			return err
		}
		fmt.Fprintf(&sums, "%x  %s\n", sha256.Sum256(data), name)
		fmt.Printf("%s  %.1f MB\n", name, float64(len(data))/1e6)
	}
	return os.WriteFile(filepath.Join(r.to, "SHA256SUMS"), []byte(sums.String()), 0o644)
}

// compile builds the program for a system.
func (r *release) compile(t target, to string) error {
	link := fmt.Sprintf("-s -w -buildid= -X main.version=%s -X main.commit=%s -X main.date=%s", r.version, r.commit, r.date.Format(time.RFC3339))
	c := exec.Command("go", "build", "-trimpath", "-buildvcs=false", "-ldflags", link, "-o", to, "./cmd/touchstone")
	// What the machine is set to must not reach the program.
	c.Env = append(os.Environ(), "CGO_ENABLED=0", "GOFLAGS=", "GOOS="+t.system, "GOARCH="+t.processor, "GOAMD64=v1", "GOARM64=v8.0", "GOEXPERIMENT=")
	return quietly(c)
}

// manuals are the files that are the same in all archives: what the program, built
// for this machine, writes about itself, and what lies at the top.
func (r *release) manuals(work string) ([]entry, error) {
	program := filepath.Join(work, "touchstone")
	if runtime.GOOS == "windows" {
		program += ".exe"
	}
	if err := r.compile(target{runtime.GOOS, runtime.GOARCH}, program); err != nil {
		return nil, err
	}
	var list []entry
	for _, kind := range []struct{ as, folder string }{{"man", "man/man1"}, {"completion", "completions"}} {
		folder := filepath.Join(work, kind.as)
		if err := quietly(exec.Command(program, "docs", "--quiet", "--as", kind.as, "--to", folder)); err != nil {
			return nil, err
		}
		files, err := os.ReadDir(folder)
		if err != nil {
			return nil, err
		}
		for _, f := range files {
			e, err := read(kind.folder+"/"+f.Name(), filepath.Join(folder, f.Name()), 0o644)
			if err != nil {
				return nil, err
			}
			list = append(list, e)
		}
	}
	for _, name := range []string{"LICENSE", "README.md"} {
		e, err := read(name, name, 0o644)
		if err != nil {
			return nil, err
		}
		list = append(list, e)
	}
	return list, nil
}

// archive builds for a system and packs the program with the shared files; it
// returns the name of the archive.
func (r *release) archive(work string, t target, shared []entry) (string, error) {
	program, pack, ending := "touchstone", tarball, ".tar.gz"
	if t.system == "windows" {
		program, pack, ending = "touchstone.exe", zipped, ".zip"
	}
	built := filepath.Join(work, t.system+"-"+t.processor)
	if err := r.compile(t, built); err != nil {
		return "", err
	}
	bill := built + ".cdx.json"
	if err := r.materials(built, bill); err != nil {
		return "", fmt.Errorf("the bill of materials: %w", err)
	}
	list := slices.Clone(shared)
	for _, f := range []struct {
		name, from string
		mode       fs.FileMode
	}{{program, built, 0o755}, {"touchstone.cdx.json", bill, 0o644}} {
		e, err := read(f.name, f.from, f.mode)
		if err != nil {
			return "", err
		}
		list = append(list, e)
	}
	base := fmt.Sprintf("touchstone_%s_%s_%s", r.version, t.system, t.processor)
	data, err := pack(base, list, r.date)
	if err != nil {
		return "", err
	}
	return base + ending, os.WriteFile(filepath.Join(r.to, base+ending), data, 0o644)
}

// materials writes what a program is built of, as CycloneDX has it. Neither a
// serial number nor the time makes two of them differ.
func (r *release) materials(program, to string) error {
	c := exec.Command("go", "tool", "-modfile=scripts/release/sbom/go.mod", "cyclonedx-gomod",
		"bin", "-json", "-noserial", "-notimestamp", "-version", r.version, "-output", to, program)
	return quietly(c)
}

func read(name, from string, mode fs.FileMode) (entry, error) {
	data, err := os.ReadFile(from)
	return entry{name, mode, data}, err
}

// quietly runs a command, whose output is only of interest if it fails.
func quietly(c *exec.Cmd) error {
	out, err := c.CombinedOutput()
	if err != nil {
		return fmt.Errorf("%s: %w\n%s", strings.Join(c.Args, " "), err, out)
	}
	return nil
}
