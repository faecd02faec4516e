package browser

import (
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/chromedp/chromedp"
)

// TestDocs reads and searches the documentation, opened as files.
func TestDocs(t *testing.T) {
	t.Parallel()
	site := filepath.Join(t.TempDir(), "site")
	if out, err := exec.Command(touchstone, "docs", "--to", site).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	for _, c := range looks() {
		t.Run(c.String(), func(t *testing.T) {
			t.Parallel()
			own := "file://" + site + "/"
			v := open(t, own+"index.html", own, c.width, c.theme)
			for _, page := range []string{"index", "tutorial", "topics/isolation", "games/ubongo", "commands/test", "formats/ledger"} {
				v.do(chromedp.Navigate(own + page + ".html"))
				v.until("document.querySelector('#search') && !document.querySelector('#search').hidden")
				v.fits()
				v.legible()
			}
			v.hears("link Touchstone", "search", "searchbox Search", "navigation Pages", "main", "heading ", "contentinfo")
			// A clause is found from any page, and Enter leads to it.
			v.do(chromedp.SendKeys(chromedp.CSS("#words"), "bg-19 wallet_short"))
			v.until("document.querySelectorAll('#found li').length > 0")
			if first := v.text("#found li a"); first != "The Bazaar Game: BG-19" {
				t.Errorf("the first place found is %q", first)
			}
			v.do(chromedp.SendKeys(chromedp.CSS("#words"), "\r"))
			v.until("location.href.endsWith('/games/bazaar.html#bg-19')")
			v.until("document.querySelector('h3:target')?.innerText === 'BG-19'")
		})
	}
}
