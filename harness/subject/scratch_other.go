//go:build !linux

package subject

import "os"

// A scratch is a private folder in the temporary folder.
type scratch struct{ path string }

func makeScratch() (*scratch, error) {
	path, err := makeTemporary()
	if err != nil {
		return nil, err
	}
	return &scratch{path}, nil
}

// remove removes the folder with all that it contains.
func (s *scratch) remove() {
	// What cannot be removed is the program's doing, and harms nobody.
	_ = os.RemoveAll(s.path)
}
