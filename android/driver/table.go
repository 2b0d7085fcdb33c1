package driver

import (
	"bytes"
	"debug/elf"
	"os"
	"slices"
)

// A layer that gleslayergen wrote keeps a table of the commands that it knows: of each a pointer to its name, and behind
// it one to its trampoline, which is null for a command that it only calls. Its symbols are stripped; the pointers are
// found by what the dynamic linker is told to move.

// Error says what is wrong with what the user named, and what to do.
type Error struct{ What, Why, Advice string }

func (e *Error) Error() string { return e.What + ": " + e.Why }

// Hint says what to do.
func (e *Error) Hint() string { return e.Advice }

const largestLayer = 512 << 20

// Intercepted reads from a layer the names of the commands that it intercepts; isCommand knows names.
func Intercepted(path string, isCommand func(name string) bool) ([]string, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	if info.Size() > largestLayer {
		return nil, &Error{path, "too large for a layer", "name the .so that gleslayergen build has made"}
	}
	file, err := elf.Open(path)
	if err != nil {
		return nil, &Error{path, "no shared object: " + err.Error(), "name the .so that gleslayergen build has made, or the folder of its project"}
	}
	defer file.Close()
	image, err := readImage(file)
	if err != nil {
		return nil, &Error{path, "damaged: " + err.Error(), "build it, or copy it, once more"}
	}
	names := image.intercepted(isCommand)
	if len(names) == 0 {
		return nil, &Error{path, "it has no table of names such as layers of gleslayergen have, so what it intercepts cannot be read from it",
			"name the folder of its project"}
	}
	return names, nil
}

const longestName = 128

// intercepted are the names that have a function behind them.
func (m *image) intercepted(isCommand func(string) bool) []string {
	var names []string
	for place, target := range m.pointers {
		function, there := m.pointers[place+m.word]
		if _, code := m.rest(function); !there || !code {
			continue
		}
		text, _ := m.rest(target)
		if end := bytes.IndexByte(text[:min(len(text), longestName)], 0); end > 0 && isCommand(string(text[:end])) {
			names = append(names, string(text[:end]))
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}
