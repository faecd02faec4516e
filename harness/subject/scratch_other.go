//go:build !linux

package subject

// A scratch is a private folder in the temporary folder.
type scratch struct{ path string }

func makeScratch() (*scratch, error) {
	path, err := shelved.make()
	if err != nil {
		return nil, err
	}
	return &scratch{path}, nil
}

// remove removes the folder with all that it contains.
func (s *scratch) remove() {
	shelved.remove(s.path)
}
