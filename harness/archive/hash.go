package archive

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"io/fs"
	"os"
)

// Hash is the checksum of a tree: of names, contents, which files are
// executable, and where links lead. The same tree has the same one, however it
// was packed. What Unpack refuses, a pipe or a device, counts with its name and
// kind: reading it might never end.
func Hash(folder string) (string, error) {
	root, err := os.OpenRoot(folder)
	if err != nil {
		return "", err
	}
	defer root.Close()
	sum := sha256.New()
	err = fs.WalkDir(root.FS(), ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		if entry.Type()&fs.ModeSymlink != 0 {
			target, err := root.Readlink(name)
			fmt.Fprintf(sum, "link %q %q\n", name, target)
			return err
		}
		if !entry.Type().IsRegular() {
			fmt.Fprintf(sum, "other %q %v\n", name, entry.Type())
			return nil
		}
		info, err := entry.Info()
		if err != nil {
			return err
		}
		fmt.Fprintf(sum, "file %q %t %d\n", name, info.Mode()&0o111 != 0, info.Size())
		in, err := root.Open(name)
		if err != nil {
			return err
		}
		defer in.Close()
		_, err = io.Copy(sum, in)
		return err
	})
	return hex.EncodeToString(sum.Sum(nil)), err
}
