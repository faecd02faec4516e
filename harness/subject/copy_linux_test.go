package subject

import (
	"bytes"
	"debug/elf"
	"encoding/binary"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"syscall"
	"testing"
	"time"
)

// TestIsCopy takes a build of this harness for one under any name, and nothing else.
func TestIsCopy(t *testing.T) {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	write := func(name string, content []byte) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, content, 0o755); err != nil {
			t.Fatal(err)
		}
		return path
	}
	program, err := os.ReadFile(self)
	if err != nil {
		t.Fatal(err)
	}
	other, err := exec.LookPath("sh")
	if err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]bool{
		self:                                    true,
		write("renamed", program):               true,
		write("cut", program[:100]):             false, // spoiled
		write("half", program[:len(program)/2]): false,
		write("names", []byte("#!/bin/sh\n# mod\tgithub.com/touchstone-harness/touchstone\t(devel)\n")): false,
		other:                      false,
		filepath.Join(dir, "none"): false,
	} {
		if got := isCopy(path); got != want {
			t.Errorf("isCopy(%s) is %v", path, got)
		}
	}
}

// TestCopiesInPipe looks for copies where a folder with programs would be: a pipe is not
// waited for, nor is a link to one.
func TestCopiesInPipe(t *testing.T) {
	dir := t.TempDir()
	pipe, link := filepath.Join(dir, "bin"), filepath.Join(dir, "link")
	if err := syscall.Mkfifo(pipe, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(pipe, link); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{pipe, link} {
		done := make(chan []string)
		go func() { done <- copiesIn(path) }()
		select {
		case found := <-done:
			if len(found) > 0 {
				t.Errorf("%q in %s", found, path)
			}
		case <-time.After(10 * time.Second):
			t.Errorf("it waits for somebody who writes to %s", path)
		}
	}
}

// TestNotesIn reads the notes in files of all classes and orders of bytes.
func TestNotesIn(t *testing.T) {
	const names, notes = "\x00.names\x00.go.buildinfo\x00", "\nmod\tm\tv1\t"
	const nameOfNames, nameOfNotes = 1, 8
	wide := []any{
		elf.Header64{Shoff: 64, Shentsize: 64, Shnum: 3, Shstrndx: 1},
		elf.Section64{},
		elf.Section64{Name: nameOfNames, Off: 64 * 4, Size: uint64(len(names))},
		elf.Section64{Name: nameOfNotes, Off: 64*4 + uint64(len(names)), Size: uint64(len(notes))},
	}
	narrow := []any{
		elf.Header32{Shoff: 52, Shentsize: 40, Shnum: 3, Shstrndx: 1},
		elf.Section32{},
		elf.Section32{Name: nameOfNames, Off: 52 + 40*3, Size: uint32(len(names))},
		elf.Section32{Name: nameOfNotes, Off: 52 + 40*3 + uint32(len(names)), Size: uint32(len(notes))},
	}
	for _, c := range []struct {
		class elf.Class
		data  elf.Data
		order binary.ByteOrder
		parts []any
	}{
		{elf.ELFCLASS64, elf.ELFDATA2LSB, binary.LittleEndian, wide},
		{elf.ELFCLASS64, elf.ELFDATA2MSB, binary.BigEndian, wide},
		{elf.ELFCLASS32, elf.ELFDATA2LSB, binary.LittleEndian, narrow},
		{elf.ELFCLASS32, elf.ELFDATA2MSB, binary.BigEndian, narrow},
	} {
		var file bytes.Buffer
		for _, part := range append(c.parts[:4:4], []byte(names), []byte(notes)) {
			if err := binary.Write(&file, c.order, part); err != nil {
				t.Fatal(err)
			}
		}
		copy(file.Bytes(), []byte{0x7f, 'E', 'L', 'F', byte(c.class), byte(c.data), byte(elf.EV_CURRENT)})
		if got := notesIn(bytes.NewReader(file.Bytes())); string(got) != notes {
			t.Errorf("%v, %v: %q, expected %q", c.class, c.data, got, notes)
		}
		for end := range file.Len() {
			if got := notesIn(bytes.NewReader(file.Bytes()[:end])); got != nil {
				t.Fatalf("%v, %v, cut after %d bytes: %q", c.class, c.data, end, got)
			}
		}
	}
}

// TestSwollenProgram: a file beside a program can claim to have names of sections for
// which there is no memory.
func TestSwollenProgram(t *testing.T) {
	const size, block = 1 << 28, 1 << 17
	var packed bytes.Buffer
	// A frame of Zstandard with a window of a block, and blocks that repeat one byte.
	packed.Write([]byte{0x28, 0xb5, 0x2f, 0xfd, 0, 7 << 3})
	for left := size; left > 0; left -= block {
		head := uint32(block<<3 | 1<<1)
		if left == block {
			head |= 1 // the last one
		}
		packed.Write([]byte{byte(head), byte(head >> 8), byte(head >> 16), 0})
	}
	names := elf.Section64{Type: uint32(elf.SHT_STRTAB), Flags: uint64(elf.SHF_COMPRESSED), Off: 192, Size: 24 + uint64(packed.Len())}
	plain := elf.Section64{Type: uint32(elf.SHT_STRTAB), Off: 192, Size: size}
	for name, section := range map[string]elf.Section64{"packed": names, "plain": plain} {
		var program bytes.Buffer
		for _, part := range []any{
			elf.Header64{
				Ident: [elf.EI_NIDENT]byte{0x7f, 'E', 'L', 'F', byte(elf.ELFCLASS64), byte(elf.ELFDATA2LSB), byte(elf.EV_CURRENT)},
				Type:  uint16(elf.ET_EXEC), Machine: uint16(elf.EM_X86_64), Version: uint32(elf.EV_CURRENT),
				Shoff: 64, Ehsize: 64, Phentsize: 56, Shentsize: 64, Shnum: 2, Shstrndx: 1,
			},
			elf.Section64{},
			section,
			elf.Chdr64{Type: uint32(elf.COMPRESS_ZSTD), Size: size, Addralign: 1},
			packed.Bytes(),
		} {
			if err := binary.Write(&program, binary.LittleEndian, part); err != nil {
				t.Fatal(err)
			}
		}
		path := filepath.Join(t.TempDir(), name)
		if err := errors.Join(os.WriteFile(path, program.Bytes(), 0o755), os.Truncate(path, size+192)); err != nil {
			t.Fatal(err)
		}
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		if isCopy(path) {
			t.Errorf("the %s file is taken for a copy of the harness", name)
		}
		runtime.ReadMemStats(&after)
		if took := after.TotalAlloc - before.TotalAlloc; took > size/8 {
			t.Errorf("to look at the %s file took %d bytes of memory", name, took)
		}
	}
}
