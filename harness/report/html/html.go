// Package html writes pages for browsers. Whatever a page shows is text, in elements and
// in attributes; only what is Trusted is markup.
package html

import (
	"io"
	"net/url"
	"slices"
	"strings"

	"maragu.dev/gomponents/html"
)

// Trusted is markup, style or script of the project itself, such as a picture that it has
// drawn. It is written as it is.
type Trusted string

// Render writes it.
func (t Trusted) Render(w io.Writer) error {
	_, err := io.WriteString(w, string(t))
	return err
}

// nowhere is where a link leads whose address is refused.
const nowhere = "#refused"

// Href is where a link leads: to a relative address, or to one of the web or of mail. An
// address of another scheme, which may run a script, is refused, unless the scheme is named.
func Href(address string, schemes ...string) Node { return html.Href(Address(address, schemes...)) }

// Src is from where a script or picture comes, as in Href.
func Src(address string) Node { return html.Src(Address(address)) }

// Address is an address as Href takes it, or one that leads nowhere.
func Address(address string, schemes ...string) string {
	head := address
	// What stands behind these is no scheme, even with a colon.
	if end := strings.IndexAny(address, "/?#"); end >= 0 {
		head = address[:end]
	}
	scheme, _, ok := strings.Cut(head, ":")
	if ok && !slices.Contains(append(slices.Clip(schemes), "http", "https", "mailto"), strings.ToLower(scheme)) {
		return nowhere
	}
	return address
}

// ToID is a link to the element of this page with an id.
func ToID(id string) Node { return Href("#" + url.PathEscape(id)) }

// lines are nodes that stand on lines of their own, so that people can read the source.
// The function writes them with a line break behind each.
type lines func(w io.Writer) error

// Render writes the nodes, the first one on a new line.
func (l lines) Render(w io.Writer) error {
	if _, err := io.WriteString(w, "\n"); err != nil {
		return err
	}
	return l(w)
}

func line(w io.Writer, n Node) error {
	if n == nil {
		return nil
	}
	if inner, ok := n.(lines); ok {
		return inner(w)
	}
	if err := n.Render(w); err != nil {
		return err
	}
	_, err := io.WriteString(w, "\n")
	return err
}

// Lines are nodes on lines of their own, without those that are nil.
func Lines(nodes ...Node) Node {
	return lines(func(w io.Writer) error {
		for _, n := range nodes {
			if err := line(w, n); err != nil {
				return err
			}
		}
		return nil
	})
}

// Each is a node for each of a list, on lines of their own. A node is made when it is
// written, so that long lists take no memory.
func Each[T any](list []T, node func(T) Node) Node {
	return lines(func(w io.Writer) error {
		for _, one := range list {
			if err := line(w, node(one)); err != nil {
				return err
			}
		}
		return nil
	})
}

// Texts are elements of one kind, one for each text, on lines of their own.
func Texts(list []string, element func(...Node) Node, attributes ...Node) Node {
	return Each(list, func(said string) Node { return element(append(slices.Clip(attributes), Text(said))...) })
}

// Maybe is an element with a text, or nothing without a text.
func Maybe(said string, element func(...Node) Node, attributes ...Node) Node {
	if said == "" {
		return nil
	}
	return element(append(slices.Clip(attributes), Text(said))...)
}
