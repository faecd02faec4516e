package schemas

import (
	"io/fs"
	"strings"
)

// Under are the schemas of a folder as FS would have those of a game: in a folder of the
// game's name.
func Under(files fs.FS, folder, game string) fs.FS { return under{files, folder, game} }

type under struct {
	files        fs.FS
	folder, game string
}

// Open implements fs.FS.
func (u under) Open(name string) (fs.File, error) {
	if rest, ok := strings.CutPrefix(name, u.game); ok && (rest == "" || rest[0] == '/') {
		return u.files.Open(u.folder + rest)
	}
	return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrNotExist}
}
