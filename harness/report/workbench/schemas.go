package workbench

import (
	"io/fs"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/schemas"
)

// schemas are those of the values of a game, by their names, for forms.
func (b *Bench) schemas(q *Question) (any, error) {
	g, err := b.named(q.Game)
	if err != nil {
		return nil, err
	}
	list := map[string]jsontext.Value{}
	entries, err := fs.ReadDir(schemas.FS, g.Name)
	if err != nil {
		return nil, err
	}
	for _, e := range entries {
		text, err := fs.ReadFile(schemas.FS, g.Name+"/"+e.Name())
		if err != nil {
			return nil, err
		}
		list[strings.TrimSuffix(e.Name(), schemas.Suffix)] = text
	}
	return list, nil
}
