//go:build !linux

package subject

import (
	"fmt"
	"os"
)

// A scratch is a private folder in the temporary folder.
type scratch struct{ path string }

func makeScratch() (*scratch, error) {
	path, err := os.MkdirTemp("", scratchPrefix)
	if err != nil {
		return nil, fmt.Errorf("cannot make a private folder: %w", err)
	}
	return &scratch{path}, nil
}

// remove removes the folder with all that it contains.
func (s *scratch) remove() {
	// What cannot be removed is the program's doing, and harms nobody.
	_ = os.RemoveAll(s.path)
}
