package main

import (
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"github.com/touchstone-harness/touchstone/harness/course/watch"
	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/live/match"
)

// galleryFlags are the flags of commands that can be looked at in a browser.
type galleryFlags struct {
	address string
	wait    time.Duration
}

// usageView is the usage of --view.
const usageView = "`ADDRESS`: let browsers watch, at PORT (this machine only) or HOST:PORT (with the token of the URL)"

// waitMax is longer than anybody waits for somebody to look.
const waitMax = 24 * time.Hour

func (f *galleryFlags) register(c *cobra.Command) {
	c.Flags().StringVar(&f.address, "view", "", usageView)
	c.Flags().DurationVar(&f.wait, "view-wait", 0, "`DURATION`: wait up to this long for a viewer, then start")
	renamed(c, "watch", "view", nil)
	renamed(c, "watch-wait", "view-wait", nil)
}

// check looks at flags that have no meaning for each other.
func (f *galleryFlags) check(c *cobra.Command) error {
	waits := c.Flags().Changed("view-wait")
	switch {
	case waits && f.address == "":
		return &game.UsageError{Message: "--view-wait needs --view", Hint: "--view 0 takes a free port"}
	case f.wait < 0 || f.wait > waitMax:
		return &game.UsageError{
			Message: fmt.Sprintf("--view-wait is %v, expected 0s to %v", f.wait, waitMax), Hint: "leave --view-wait out to start at once",
		}
	case c.Flags().Changed("view") && f.address == "":
		return &game.UsageError{Message: "--view has no address", Hint: "--view 0 takes a free port"}
	case f.address != "":
		return watch.CheckAddress(f.address)
	}
	return nil
}

// A gallery is from where people look at what a command does.
type gallery struct {
	match  *watch.Match
	server *watch.Server
}

// openGallery lets people look at a live game, if the flags say so; else it is
// nil. The times of the game are on a scale.
func (f *galleryFlags) openGallery(c *cobra.Command, l *liveGame, scale float64) (*gallery, error) {
	if f.address == "" {
		return nil, nil
	}
	m := watch.NewMatch(l.game, l.rules, match.Millis(float64(l.live.SignUp().CallMs), scale))
	s, err := watch.Listen(f.address, m.Page())
	if err != nil {
		return nil, err
	}
	tellURL(c, s)
	s.Wait(c.Context(), f.wait)
	return &gallery{m, s}, nil
}

// tellURL says where to look, also with --quiet: nobody could look without it.
func tellURL(c *cobra.Command, s *watch.Server) {
	fmt.Fprintf(c.ErrOrStderr(), "watch at %s\n", s.URL())
}

// recorder is the gallery as a recorder, nil if there is none.
func (g *gallery) recorder() match.Recorder {
	if g == nil {
		return nil
	}
	return g.match
}

// close ends the looking; why is why the game ended early, nil if it did not.
func (g *gallery) close(why error) {
	if g != nil {
		g.match.End(why)
		g.server.Close()
	}
}
