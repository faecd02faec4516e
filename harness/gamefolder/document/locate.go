package document

import (
	"fmt"
	"slices"

	"github.com/pelletier/go-toml/v2/unstable"
)

// partsMax is how many parts the paths have whose lines are found: far more than those
// of any key that somebody reads. Each has a path of its own, which grows with them.
const partsMax = 32

// A locator finds the lines of keys.
type locator struct {
	*File
	ends []int // of the lines
}

// line is where a part of the text begins. The library counts all lines up to there.
func (d *locator) line(r unstable.Range) int {
	n, _ := slices.BinarySearch(d.ends, int(r.Offset))
	return n + 1
}

// locate finds the lines of all keys.
func (d *locator) locate(text []byte) {
	for i, b := range text {
		if b == '\n' {
			d.ends = append(d.ends, i)
		}
	}
	var p unstable.Parser
	p.Reset(text)
	prefix := ""
	counts := make(map[string]int)
	for p.NextExpression() {
		e := p.Expression()
		path, line, parts := "", 0, 0
		if e.Kind == unstable.KeyValue {
			path = prefix
		}
		for key := e.Key(); key.Next() && parts < partsMax; parts++ {
			path = Join(path, string(key.Node().Data))
			line = d.line(key.Node().Raw)
			if n := counts[path]; n > 0 && (e.Kind != unstable.ArrayTable || !key.IsLast()) {
				path += fmt.Sprintf("[%d]", n-1)
			}
			if d.Lines[path] == 0 {
				d.Lines[path] = line
			}
		}
		switch e.Kind {
		case unstable.KeyValue:
			d.locateWithin(path, parts, e.Value())
		case unstable.ArrayTable:
			counts[path]++
			prefix = fmt.Sprintf("%s[%d]", path, counts[path]-1)
			d.Lines[prefix] = line
		case unstable.Table:
			prefix = path
		}
	}
}

// locateWithin finds the lines of what stands in a value at a path of so many parts.
func (d *locator) locateWithin(path string, parts int, value *unstable.Node) {
	if parts >= partsMax {
		return
	}
	i := 0
	for inner := value.Children(); inner.Next(); {
		switch node := inner.Node(); {
		case value.Kind == unstable.InlineTable && node.Kind == unstable.KeyValue:
			at, deeper := path, parts
			for key := node.Key(); key.Next() && deeper < partsMax; deeper++ {
				at = Join(at, string(key.Node().Data))
				if d.Lines[at] == 0 {
					d.Lines[at] = d.line(key.Node().Raw)
				}
			}
			d.locateWithin(at, deeper, node.Value())
		case value.Kind == unstable.Array && node.Kind != unstable.Comment:
			at := fmt.Sprintf("%s[%d]", path, i)
			if i++; node.Raw.Length > 0 {
				d.Lines[at] = d.line(node.Raw)
			}
			d.locateWithin(at, parts+1, node)
		}
	}
}
