package site

import (
	"bytes"
	"compress/gzip"
	"encoding/base64"
	"fmt"
	"io/fs"
	"path"

	json "github.com/go-json-experiment/json"

	"github.com/touchstone-harness/touchstone/harness/docs"
	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/json/stream"
	"github.com/touchstone-harness/touchstone/harness/scene"
	"github.com/touchstone-harness/touchstone/harness/scene/svg"
	"github.com/touchstone-harness/touchstone/harness/suite"
)

// A Module is the rules as a browser runs them: cmd/try, built for it.
type Module struct {
	Wasm []byte // the module
	Exec []byte // wasm_exec.js of the Go distribution that built it
}

// The page Try it, and its parts: the scripts in the order in which they are loaded. The
// file of the rules is made, the others are here.
var (
	tryIt      = docs.Section{Name: "try", Title: "Try it"}
	tryScripts = []string{rulesName, "engine.js", "link.js", "form.js", "try.js"}
)

const (
	tryPath    = "try.html"
	tryFolder  = "try"
	rulesName  = "rules.js"
	workerName = "worker.js"
)

// tryFiles are the files of the page besides itself.
func (c *Content) tryFiles() ([]file, error) {
	rules, err := c.Rules.script()
	if err != nil {
		return nil, err
	}
	files := []file{{path.Join(tryFolder, rulesName), rules}}
	for _, name := range tryScripts[1:] {
		data, err := fs.ReadFile(parts, path.Join(tryFolder, name))
		if err != nil {
			return nil, err
		}
		files = append(files, file{path.Join(tryFolder, name), data})
	}
	look, err := fs.ReadFile(parts, path.Join(tryFolder, "try.css"))
	if err != nil {
		return nil, err
	}
	look = fmt.Appendf(look, "%s@media (prefers-color-scheme: dark) {\n%s}\n", svg.Stylesheet(scene.Light, ""), svg.Stylesheet(scene.Dark, ""))
	files = append(files, file{path.Join(tryFolder, "try.css"), look})
	for _, g := range c.Games {
		for _, t := range g.Tasks {
			if t.Live != "" {
				continue
			}
			data, err := c.examples(g, t.Name)
			if err != nil {
				return nil, err
			}
			files = append(files, file{path.Join(tryFolder, "examples", g.Name+"-"+t.Name+".js"), data})
		}
	}
	return files, nil
}

// script is the module and its worker as a script: a page that was opened as a file can
// read no other file.
func (m *Module) script() ([]byte, error) {
	var packed bytes.Buffer
	z, err := gzip.NewWriterLevel(&packed, gzip.BestCompression)
	if err == nil {
		_, err = z.Write(m.Wasm)
	}
	if err == nil {
		err = z.Close()
	}
	if err != nil {
		return nil, err
	}
	worker, err := fs.ReadFile(parts, path.Join(tryFolder, workerName))
	if err != nil {
		return nil, err
	}
	source, err := json.Marshal(string(m.Exec) + "\n" + string(worker))
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	fmt.Fprintf(&b, "var rulesWorker = %s;\nvar rulesModule = %q;\n", source, base64.StdEncoding.EncodeToString(packed.Bytes()))
	return b.Bytes(), nil
}

// tryPage is the page as the list of pages and the search have it.
func tryPage() docs.Page {
	p := page("", tryIt.Name, tryIt.Title, "# "+tryIt.Title+"\n\nChoose a game, a state and a request, and see what the rules say: in this browser.\n")
	p.Section = tryIt.Name
	return p
}

// An example is an embedded case as the page gets it.
type example struct {
	ID      string   `json:"id"`
	Why     string   `json:"why,omitempty"`
	Illegal bool     `json:"illegal,omitempty"` // of task move: the request is
	Clauses []string `json:"clauses,omitempty"`
	Options []string `json:"options,omitempty"`
	In      []string `json:"in"` // JSON texts
}

// examples are the embedded cases of a task, as a script.
func (c *Content) examples(g *game.Game, task string) ([]byte, error) {
	list := []example{}
	for _, k := range c.cases(g, task) {
		e := example{ID: k.ID, Why: k.Why, Clauses: k.Clauses}
		for _, v := range k.Out {
			e.Illegal = e.Illegal || bytes.Contains(v, []byte(`"legal":false`))
		}
		for _, o := range k.Options {
			e.Options = append(e.Options, o.Name+"="+string(o.Value))
		}
		for _, v := range k.In {
			e.In = append(e.In, string(v))
		}
		list = append(list, e)
	}
	data, err := json.Marshal(list)
	return fmt.Appendf(nil, "tryExamples(%q, %s);\n", g.Name+"/"+task, data), err
}

// cases are the embedded cases of a task, none if it has no suite.
func (c *Content) cases(g *game.Game, task string) []suite.Case {
	s, err := suite.Embedded(c.Suites, g.Name, task)
	if err != nil {
		return nil
	}
	return s.Cases
}

// worked are the embedded cases that rule books show for clauses, by their ids: of those
// that a clause decides the shortest.
func (c *Content) worked(g *game.Game) map[string]string {
	type found struct {
		id     string
		length int
	}
	best := map[string]found{}
	for _, t := range g.Tasks {
		if t.Live != "" {
			continue
		}
		for _, k := range c.cases(g, t.Name) {
			length := stream.Size(k.In)
			for _, clause := range k.Clauses {
				if b, ok := best[clause]; !ok || length < b.length {
					best[clause] = found{k.ID, length}
				}
			}
		}
	}
	ids := map[string]string{}
	for clause, b := range best {
		ids[clause] = b.id
	}
	return ids
}
