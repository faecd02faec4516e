package subject

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"golang.org/x/sys/unix"
)

// Layerable tells why a layer cannot be had here, nil if it can: the kernel, or
// one of the file systems, does not allow it. It leaves the folders as they are.
func Layerable(l Layer) error {
	if !canKeep.Load() {
		return errors.New("this binary does not call subject.Keeper, which starts supervisors")
	}
	path, err := os.Executable()
	if err != nil {
		return err
	}
	base, err := makeScratch()
	if err != nil {
		return err
	}
	defer base.remove()
	c := &Command{Argv: []string{path}, path: path, Layers: []Layer{l}}
	p := &pool{command: c, plan: c.plan}
	k, err := p.start(context.Background(), filepath.Join(base.path, "1"), offer{offering: probe()})
	if err != nil {
		return err
	}
	k.kill()
	if why := k.greeting.LayerProblem; why != "" {
		return errors.New(why)
	}
	return nil
}

// absoluteLayers are layers whose paths mean the same everywhere.
func absoluteLayers(layers []Layer) []Layer {
	var list []Layer
	for _, l := range layers {
		paths := absolutes([]string{l.Path, l.Upper, l.Work})
		list = append(list, Layer{paths[0], paths[1], paths[2]})
	}
	return list
}

// layer mounts the layers below a folder, in which their paths are as the program
// sees them. One that cannot be had leaves its folder read-only.
func (h *holder) layer(root string) {
	for _, l := range h.Layers {
		target := filepath.Join(root, l.Path)
		if err := l.mount(target); err != nil {
			h.LayerProblem = fmt.Sprintf("%s: %v", l.Path, err)
		}
	}
}

func (l Layer) mount(target string) error {
	if strings.ContainsAny(l.Path+l.Upper+l.Work, `,:\`) {
		return errors.New("its path contains a character that has a special meaning in mount options")
	}
	options := "lowerdir=" + l.Path + ",upperdir=" + l.Upper + ",workdir=" + l.Work
	// In a user namespace only attributes of users can be written.
	err := unix.Mount("overlay", target, "overlay", plainMount, options+",userxattr")
	if errors.Is(err, unix.EINVAL) {
		err = unix.Mount("overlay", target, "overlay", plainMount, options)
	}
	return err
}
