package device

import (
	"io"
	"io/fs"
	"os"
	"path"
	"strings"
	"syscall"
)

// openAny opens a file, or a generated one such as those in /proc.
func (d *Device) openAny(who user, name string, flags int, mode fs.FileMode) (io.ReadWriteCloser, error) {
	switch path.Clean(name) {
	case "/dev/null":
		return os.OpenFile(os.DevNull, flags&(os.O_WRONLY|os.O_RDWR), 0)
	case "/dev/zero", "/dev/urandom":
		return os.Open(name)
	}
	if content, ok := d.procFile(name); ok {
		return &fixedFile{strings.NewReader(content)}, nil
	}
	file, err := d.tree.openFile(who, name, flags, mode)
	if err != nil {
		return nil, err
	}
	if flags&(os.O_WRONLY|os.O_RDWR) != 0 {
		return metered{file, d.tree}, nil
	}
	return file, nil
}

// A fixedFile has content that is generated when it is opened.
type fixedFile struct{ *strings.Reader }

func (fixedFile) Write([]byte) (int, error) { return 0, syscall.EACCES }
func (fixedFile) Close() error              { return nil }

// readLimit is the maximum number of bytes that a command reads into memory.
const readLimit = 64 << 20

// read reads a whole file.
func (p *process) read(name string) ([]byte, error) {
	file, err := p.device.openAny(p.who, p.abs(name), os.O_RDONLY, 0)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	if info, err := p.device.tree.stat(p.who, p.abs(name), true); err == nil && info.IsDir() {
		return nil, syscall.EISDIR
	}
	return io.ReadAll(io.LimitReader(file, readLimit))
}

// inputs calls use with the content of each file, or of stdin for "-" or without names.
func (p *process) inputs(names []string, use func(name string, data []byte)) int {
	if len(names) == 0 {
		names = []string{"-"}
	}
	status := 0
	for _, name := range names {
		var data []byte
		var err error
		if name == "-" {
			data, err = io.ReadAll(io.LimitReader(p.in, readLimit))
		} else {
			data, err = p.read(name)
		}
		if err != nil {
			status = p.fail("%s: %s", name, errorText(err))
			continue
		}
		use(name, data)
	}
	return status
}

// flags separates option letters from other arguments. The letters in valued have a value.
func flags(args []string, valued string) (letters map[rune]string, rest []string) {
	letters = map[rune]string{}
	for i := 0; i < len(args); i++ {
		word := args[i]
		if word == "--" {
			return letters, append(rest, args[i+1:]...)
		}
		if len(word) < 2 || word[0] != '-' || word[1] == '-' {
			rest = append(rest, word)
			continue
		}
		for at, letter := range word[1:] {
			if !strings.ContainsRune(valued, letter) {
				letters[letter] = ""
				continue
			}
			value := word[1+at+1:]
			if value == "" && i+1 < len(args) {
				i++
				value = args[i]
			}
			if before, again := letters[letter]; again { // several expressions, one on each line
				value = before + "\n" + value
			}
			letters[letter] = value
			break
		}
	}
	return letters, rest
}
