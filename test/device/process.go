package device

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"slices"
	"strings"
	"syscall"

	"mvdan.cc/sh/v3/expand"
)

// A process is one program that runs on the device, in this process.
type process struct {
	device   *Device
	ctx      context.Context
	who      user
	args     []string
	in       io.Reader
	out, err io.Writer
	dir      string
	env      expand.Environ
}

// A command is what a program of the device does; the result is its status.
type command func(*process) int

// run finds the program of the first argument and runs it.
func (p *process) run() int {
	name := p.args[0]
	if slash := strings.LastIndex(name, "/"); slash >= 0 {
		if !slices.Contains([]string{"/system/bin", "/bin", "/system/xbin", "/vendor/bin"}, name[:slash]) {
			return p.runFile(name)
		}
		name = name[slash+1:]
	}
	c := programs[name]
	if c == nil || slices.Contains(p.device.faults.get().Lacks, name) || !p.device.release.has(name) || !p.installed(name) {
		fmt.Fprintf(p.err, "%s: %s: inaccessible or not found\n", shellName, p.args[0])
		return 127
	}
	return c(p)
}

// runFile is for a script or a program on the device.
func (p *process) runFile(name string) int {
	text, err := p.read(name)
	if err != nil {
		fmt.Fprintf(p.err, "%s: %s: %s\n", shellName, name, words(err))
		return 127
	}
	if err := p.device.tree.access(p.who, p.abs(name), maySearch); err != nil {
		fmt.Fprintf(p.err, "%s: %s: can't execute: %s\n", shellName, name, words(err))
		return 126
	}
	if strings.HasPrefix(string(text), "\x7fELF") {
		return p.runProgram(name)
	}
	return p.script(string(text), name, p.args[1:])
}

// installed is for the programs that not every device has.
func (p *process) installed(name string) bool {
	return name != "su" || p.device.su() != ""
}

func (p *process) abs(name string) string {
	if path.IsAbs(name) {
		return name
	}
	return path.Join(p.dir, name)
}

// fail says why, after the name of the program.
func (p *process) fail(format string, args ...any) int {
	fmt.Fprintf(p.err, "%s: %s\n", path.Base(p.args[0]), fmt.Sprintf(format, args...))
	return 1
}

func (p *process) usage(text string) int {
	fmt.Fprintln(p.err, text)
	return 255
}

// exception is what is seen of one that a system service throws.
func (p *process) exception(verb, text string) {
	if message, _, ok := strings.Cut(strings.TrimPrefix(text, "java.lang.SecurityException: "), "\n"); ok && strings.HasPrefix(text, "java.lang.SecurityException") {
		fmt.Fprintf(p.err, "Security exception: %s\n\n%s", message, text)
		return
	}
	fmt.Fprintf(p.err, "%s\n%s", strings.ReplaceAll(p.device.release.words("executing"), "{verb}", verb), text)
}

// errno are the words of the C library.
var errno = map[syscall.Errno]string{
	syscall.ENOENT: "No such file or directory", syscall.EACCES: "Permission denied", syscall.EPERM: "Operation not permitted",
	syscall.EISDIR: "Is a directory", syscall.ENOTDIR: "Not a directory", syscall.ENOTEMPTY: "Directory not empty",
	syscall.EEXIST: "File exists", syscall.ENOSPC: "No space left on device", syscall.EINVAL: "Invalid argument",
	syscall.ELOOP: "Too many symbolic links encountered", syscall.ESRCH: "No such process", syscall.EROFS: "Read-only file system",
}

func words(err error) string {
	if number, ok := errors.AsType[syscall.Errno](err); ok {
		if text := errno[number]; text != "" {
			return text
		}
	}
	return err.Error()
}

// openAny opens a file, or one of the few that only look like files.
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

// A fixedFile has content that is made as it is opened.
type fixedFile struct{ *strings.Reader }

func (fixedFile) Write([]byte) (int, error) { return 0, syscall.EACCES }
func (fixedFile) Close() error              { return nil }

// readLimit is how much a command takes into memory.
const readLimit = 64 << 20

// read takes in a whole file.
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

// inputs gives the content of each file, or of standard input where none is named or "-" is.
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
			status = p.fail("%s: %s", name, words(err))
			continue
		}
		use(name, data)
	}
	return status
}

// flags parts the letters of options from other arguments; those of valued take a value.
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
			if before, again := letters[letter]; again { // several expressions, one a line
				value = before + "\n" + value
			}
			letters[letter] = value
			break
		}
	}
	return letters, rest
}
