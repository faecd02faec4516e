package archive

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"hash"
	"io"
	"io/fs"
	"os"

	"github.com/touchstone-harness/touchstone/harness/course/folder"
	"github.com/touchstone-harness/touchstone/harness/text"
)

// Sum is the checksum of what was handed in: of the bytes of a file, or of a
// folder as Hash has it. The error is a *Refusal for what Unpack refuses without
// looking into files: a link, a pipe, what has too many bytes or entries. Of
// these not a byte is read. It is an *Unreadable as that of Unpack.
func Sum(ctx context.Context, from string, limits Limits) (string, error) {
	file, source, err := open(from, limits)
	if err != nil {
		return "", err
	}
	if source != nil {
		defer source.Close()
		return hashFolder(ctx, source, limits)
	}
	defer file.Close()
	sum := sha256.New()
	// One that grows is another one next time.
	if _, err := io.Copy(sum, ending{ctx, io.LimitReader(file, limits.packedMax())}); err != nil {
		if ctx.Err() != nil {
			return "", context.Cause(ctx)
		}
		return "", unreadable("", err)
	}
	return hex.EncodeToString(sum.Sum(nil)), nil
}

// Hash is the checksum of a tree: of names, contents, which files are
// executable, and where links lead. The same tree has the same one, however it
// was packed. What Unpack refuses, a pipe or a device, counts with its name and
// kind: reading it might never end. The error is a *Refusal for what is beyond
// the limits.
func Hash(ctx context.Context, path string, limits Limits) (string, error) {
	source, err := os.OpenRoot(path)
	if err != nil {
		return "", err
	}
	defer source.Close()
	return hashFolder(ctx, source, limits)
}

func hashFolder(ctx context.Context, source *os.Root, limits Limits) (string, error) {
	sum := sha256.New()
	left := limits.BytesMax
	err := limits.through(ctx, source, func(e *folder.Entry) error {
		mode := e.Info.Mode()
		switch {
		case mode.IsDir():
			return nil
		case mode&fs.ModeSymlink != 0:
			target, err := e.Readlink()
			if err != nil {
				return unreadable(e.Path, err)
			}
			fmt.Fprintf(sum, "link %q %q\n", e.Path, target)
			return nil
		case !mode.IsRegular():
			fmt.Fprintf(sum, "other %q %v\n", e.Path, mode.Type())
			return nil
		}
		// What a file says it has decides before it is read: one with holes takes
		// as long as one without.
		if left -= e.Info.Size(); left < 0 {
			return refuse(e.Path, "there are more than %s; the file itself has %s", text.Bytes(limits.BytesMax), text.Bytes(e.Info.Size()))
		}
		return hashFile(ctx, sum, e)
	})
	return hex.EncodeToString(sum.Sum(nil)), err
}

func hashFile(ctx context.Context, sum hash.Hash, e *folder.Entry) error {
	fmt.Fprintf(sum, "file %q %t %d\n", e.Path, e.Info.Mode()&0o111 != 0, e.Info.Size())
	in, err := e.Open()
	if err != nil {
		return unreadable(e.Path, err)
	}
	defer in.Close()
	_, err = io.Copy(sum, ending{ctx, io.LimitReader(in, e.Info.Size())})
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	if err != nil {
		return unreadable(e.Path, err)
	}
	return nil
}
