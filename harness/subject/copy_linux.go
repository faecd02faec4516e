package subject

import (
	"bytes"
	"debug/elf"
	"encoding/binary"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime/debug"
	"slices"
	"sync"

	"golang.org/x/sys/unix"
)

// copies are the copies of the harness in the view, none of which may help a
// program, unless the command names one.
func (p *planner) copies(c *Command) []string {
	own, err := os.Executable()
	if err != nil {
		return nil
	}
	list := []string{own}
	for _, folder := range p.view.Shown {
		list = append(list, copiesIn(folder)...)
		list = append(list, copiesIn(filepath.Join(folder, "bin"))...)
		list = append(list, copiesIn(filepath.Join(folder, "local", "bin"))...)
	}
	for _, word := range append(append(c.Paths(), c.Read...), c.path) {
		if path, err := exec.LookPath(word); err == nil {
			word = path
		}
		info, err := os.Stat(word)
		if err != nil {
			continue
		}
		list = slices.DeleteFunc(list, func(path string) bool {
			other, err := os.Stat(path)
			return err == nil && os.SameFile(info, other)
		})
	}
	return list
}

// copyBytesMin is less than the size of the harness, and more than that of most
// programs.
const copyBytesMin = 8 << 20

// copiesFound has what copiesIn has found in a folder.
var copiesFound sync.Map

// copiesIn lists the programs of a folder that are builds of this harness, of
// whatever version.
func copiesIn(folder string) []string {
	if known, ok := copiesFound.Load(folder); ok {
		return known.([]string)
	}
	opened, err := openFolder(folder)
	if err != nil {
		return nil
	}
	defer opened.Close()
	// There are thousands of names, and this is before each run: no more is asked
	// about each than is needed, and from within the folder.
	names, err := opened.Readdirnames(-1)
	if err != nil {
		return nil
	}
	slices.Sort(names)
	var list []string
	for _, name := range names {
		var about unix.Stat_t
		if unix.Fstatat(int(opened.Fd()), name, &about, 0) != nil || about.Size < copyBytesMin ||
			about.Mode&unix.S_IFMT != unix.S_IFREG || about.Mode&0o111 == 0 {
			continue
		}
		if path := filepath.Join(folder, name); isCopy(path) {
			list = append(list, path)
		}
	}
	copiesFound.Store(folder, list)
	return list
}

// openFolder opens a folder. In its place may be a pipe that a submission brings, which
// would be waited for.
func openFolder(path string) (*os.File, error) { return os.OpenFile(path, unix.O_DIRECTORY, 0) }

// isCopy tells whether a file is a build of this harness: what its linker notes has a
// line "mod" with our module.
func isCopy(path string) bool {
	own, ok := debug.ReadBuildInfo()
	if !ok {
		return false
	}
	file, err := openFile(path)
	if err != nil {
		return false
	}
	defer file.Close()
	return bytes.Contains(notesIn(file), []byte("\nmod\t"+own.Main.Path+"\t"))
}

// What a build of this harness has far less of: sections, bytes of their names, and
// bytes of what its linker notes.
const (
	sectionsMax   = 1 << 10
	namesBytesMax = 1 << 14
	notesBytesMax = 1 << 20
)

// notesName is the section in which the linker of Go notes what a program is made of.
const notesName = ".go.buildinfo"

// notesIn are the notes in an ELF file, nil if it has none or does not look like a build of
// this harness. The library for such files takes memory for all that one claims to have,
// and unpacks what is packed, however much that is: only its types serve here.
func notesIn(f io.ReaderAt) []byte {
	head := make([]byte, binary.Size(elf.Header64{}))
	if _, err := f.ReadAt(head, 0); err != nil || !bytes.HasPrefix(head, []byte(elf.ELFMAG)) {
		return nil
	}
	var order binary.ByteOrder = binary.LittleEndian
	if elf.Data(head[elf.EI_DATA]) == elf.ELFDATA2MSB {
		order = binary.BigEndian
	}
	wide := elf.Class(head[elf.EI_CLASS]) == elf.ELFCLASS64
	var h elf.Header64
	each := binary.Size(elf.Section64{})
	if wide {
		_, _ = binary.Decode(head, order, &h)
	} else {
		var narrow elf.Header32
		_, _ = binary.Decode(head, order, &narrow)
		each = binary.Size(elf.Section32{})
		h.Shoff, h.Shentsize, h.Shnum, h.Shstrndx = uint64(narrow.Shoff), narrow.Shentsize, narrow.Shnum, narrow.Shstrndx
	}
	if int(h.Shentsize) != each || h.Shnum > sectionsMax || h.Shstrndx >= h.Shnum {
		return nil
	}
	raw := make([]byte, each*int(h.Shnum))
	if _, err := f.ReadAt(raw, int64(h.Shoff)); err != nil {
		return nil
	}
	var all []elf.Section64
	for one := range slices.Chunk(raw, each) {
		var s elf.Section64
		if wide {
			_, _ = binary.Decode(one, order, &s)
		} else {
			var narrow elf.Section32
			_, _ = binary.Decode(one, order, &narrow)
			s = elf.Section64{Name: narrow.Name, Flags: uint64(narrow.Flags), Off: uint64(narrow.Off), Size: uint64(narrow.Size)}
		}
		all = append(all, s)
	}
	names := contentOf(f, &all[h.Shstrndx], namesBytesMax)
	for i := range all {
		if at := uint64(all[i].Name); at < uint64(len(names)) && bytes.HasPrefix(names[at:], []byte(notesName+"\x00")) {
			return contentOf(f, &all[i], notesBytesMax)
		}
	}
	return nil
}

// contentOf is what is in a section, nil if that is packed or too much.
func contentOf(f io.ReaderAt, s *elf.Section64, bytesMax uint64) []byte {
	if elf.SectionFlag(s.Flags)&elf.SHF_COMPRESSED != 0 || s.Size > bytesMax {
		return nil
	}
	content := make([]byte, s.Size)
	if _, err := f.ReadAt(content, int64(s.Off)); err != nil {
		return nil
	}
	return content
}
