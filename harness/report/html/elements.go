package html

import (
	g "maragu.dev/gomponents"
	"maragu.dev/gomponents/html"
)

// A Node is an element, an attribute or a text. A Group is several.
type (
	Node  = g.Node
	Group = g.Group
)

// The parts of pages, as the library has them. They are variables so that they are called:
// the compiler would copy the functions into each place of a page, which is more than the
// rest of the pages.
var (
	El   = g.El   // an element of any name
	Attr = g.Attr // an attribute of any name
	If   = g.If   // a node if something holds

	A, B, Code, Kbd, Small, Span, Summary        = html.A, html.B, html.Code, html.Kbd, html.Small, html.Span, html.Summary
	BlockQuote, Details, Div, Figure, FigCaption = html.BlockQuote, html.Details, html.Div, html.Figure, html.FigCaption
	Body, Footer, Head, Header, HTML, Main, Nav  = html.Body, html.Footer, html.Head, html.Header, html.HTML, html.Main, html.Nav
	Button, Form, Input, Label, Option, Select   = html.Button, html.Form, html.Input, html.Label, html.Option, html.Select
	Dd, Dl, Dt, Li, Ol, Ul                       = html.Dd, html.Dl, html.Dt, html.Li, html.Ol, html.Ul
	H1, H2, H3, NoScript, P, Pre, Section        = html.H1, html.H2, html.H3, html.NoScript, html.P, html.Pre, html.Section
	Link, Meta, Script, StyleEl, TitleEl         = html.Link, html.Meta, html.Script, html.StyleEl, html.TitleEl
	Table, TBody, Td, Th, THead, Tr              = html.Table, html.TBody, html.Td, html.Th, html.THead, html.Tr
	Aria, Class, Data, Height, ID, Role, Scope   = html.Aria, html.Class, html.Data, html.Height, html.ID, html.Role, html.Scope
	TabIndex, Width                              = html.TabIndex, html.Width
	AutoComplete, Disabled, For, Max, Min        = html.AutoComplete, html.Disabled, html.For, html.Max, html.Min
	Name, Selected, Type, Value                  = html.Name, html.Selected, html.Type, html.Value
	Charset, Content, Defer, Lang, Rel           = html.Charset, html.Content, html.Defer, html.Lang, html.Rel
)

// Map is a node for each of a list.
func Map[T any](list []T, node func(T) Node) Group { return g.Map(list, node) }

// Text is a text, whatever it says.
//
//go:noinline
func Text(said string) Node { return g.Text(said) }

// Textf is a text by a format.
//
//go:noinline
func Textf(format string, args ...any) Node { return g.Textf(format, args...) }
