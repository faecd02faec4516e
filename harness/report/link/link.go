// Package link writes the addresses that the page Try it opens, in the form that its
// script link.js has: what is shown stands behind #, so that no server gets it.
package link

import (
	"bytes"
	"compress/flate"
	"encoding/base64"
	"fmt"
	"net/url"
	"slices"
	"strings"

	json "github.com/go-json-experiment/json"

	"github.com/touchstone-harness/touchstone/harness/game"
)

// form is what the part behind # begins with.
const form = "1."

// bytesMax is how long a link may be in a report: people copy it from a terminal.
const bytesMax = 2_000

// page is the name of the page on a site.
const page = "try.html"

// A View is what a link shows.
type View struct {
	Game    string   `json:"game"`
	Task    string   `json:"task"`
	Options []string `json:"options,omitempty"` // NAME=VALUE
	Input   string   `json:"input"`
}

// Page is the address of the page on the site at an address, which may name the page
// itself. The error is a *game.UsageError.
func Page(site string) (string, error) {
	u, err := url.Parse(site)
	known := err == nil && (slices.Contains([]string{"https", "http"}, u.Scheme) && u.Host != "" || u.Scheme == "file" && u.Path != "")
	if !known || u.Fragment != "" || u.RawQuery != "" {
		return "", &game.UsageError{
			Message: fmt.Sprintf("expected the address of a site, found %q", site),
			Hint:    "it begins with https://; make site, in the source of Touchstone, writes such a site",
		}
	}
	if strings.HasSuffix(u.Path, "/"+page) {
		return u.String(), nil
	}
	return u.JoinPath(page).String(), nil
}

// Case is the link to an embedded case.
func Case(page, id string) string {
	return page + "#case=" + strings.ReplaceAll(url.PathEscape(id), "%2F", "/")
}

// Of is the link to a view, "" if it would be too long.
func (v View) Of(page string) string {
	text, err := json.Marshal(v)
	if err != nil {
		return ""
	}
	var packed bytes.Buffer
	z, err := flate.NewWriter(&packed, flate.BestCompression)
	if err == nil {
		_, err = z.Write(text)
	}
	if err == nil {
		err = z.Close()
	}
	link := page + "#" + form + base64.RawURLEncoding.EncodeToString(packed.Bytes())
	if err != nil || len(link) > bytesMax {
		return ""
	}
	return link
}
