package main

import (
	"bytes"
	"context"
	"encoding/binary"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"unicode"
)

// spoiled runs the commands that read a format on spoiled files: every parts-th format from shard. Formats run in parallel.
func (r *runner) spoiled(ctx context.Context, o options) ([]figure, error) {
	var formats []format
	for i, f := range r.formats() {
		if (i+o.shard)%max(o.parts, 1) == 0 && strings.Contains("spoiled "+f.name, o.only) {
			formats = append(formats, f)
		}
	}
	figures, errs := make([]figure, len(formats)), make([]error, len(formats))
	next := make(chan int)
	var workers sync.WaitGroup
	for range runtime.NumCPU() {
		workers.Go(func() {
			for i := range next {
				figures[i], errs[i] = r.spoiledFormat(ctx, formats[i], o)
			}
		})
	}
	for i := range formats {
		next <- i
	}
	close(next)
	workers.Wait()
	if i := slices.IndexFunc(errs, func(err error) bool { return err != nil }); i >= 0 {
		return nil, fmt.Errorf("%s: %w", formats[i].name, errs[i])
	}
	return figures, nil
}

func (r *runner) spoiledFormat(ctx context.Context, in format, o options) (figure, error) {
	f := figure{what: "spoiled " + in.name}
	random := rand.New(rand.NewPCG(o.seed, hash(in.name)))
	for i := range o.inputs {
		if ctx.Err() != nil {
			return f, ctx.Err()
		}
		if err := r.readSpoiled(ctx, &f, in, random, in.commands[(i+int(o.seed))%len(in.commands)]); err != nil {
			return f, err
		}
	}
	return f, nil
}

// hash returns a number that depends on the name, so that formats have different changes.
func hash(name string) (sum uint64) {
	for _, b := range []byte(name) {
		sum = sum*31 + uint64(b)
	}
	return sum
}

// readSpoiled runs a command in a new directory with a spoiled file.
func (r *runner) readSpoiled(ctx context.Context, f *figure, in format, random *rand.Rand, words []string) error {
	dir, err := os.MkdirTemp(r.dir, "spoiled-")
	if err != nil {
		return err
	}
	if err := copyTree(dir, filepath.Join(r.good(), in.dir)); err != nil {
		return err
	}
	path := filepath.Join(dir, filepath.FromSlash(in.files[random.IntN(len(in.files))]))
	good, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	if err := os.WriteFile(path, in.spoil(random, good), 0o666); err != nil {
		return err
	}
	args := []string{r.tool}
	for _, w := range words {
		args = append(args, strings.NewReplacer("DIR", dir, "GUEST", r.guestPath()).Replace(w))
	}
	cmd, stop := r.command(ctx, args...)
	defer stop()
	cmd.Dir = dir
	if in.guest { // where layers find their settings
		cmd.Env = append(cmd.Env, "XDG_CONFIG_HOME="+dir)
	}
	if in.runtime {
		cmd.Env = append(cmd.Env, "XDG_RUNTIME_DIR="+dir)
	}
	out, err := cmd.CombinedOutput()
	if ctx.Err() != nil {
		return ctx.Err()
	}
	f.processes++
	code := cmd.ProcessState.ExitCode()
	if code < 0 || code >= internalError || !in.guest && bytes.ContainsFunc(out, isControl) {
		f.report(cmd, fmt.Sprintf("%v; exit code %d; the directory is %s", err, code, dir), out)
		return nil
	}
	return os.RemoveAll(dir)
}

// internalError is the exit code after a panic; the smaller ones are those of errors.
const internalError = 9

func isControl(r rune) bool { return unicode.IsControl(r) && r != '\n' && r != '\t' }

// copyTree copies a directory, except some names at its top.
func copyTree(to, from string, except ...string) error {
	return filepath.WalkDir(from, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name, err := filepath.Rel(from, path)
		switch {
		case err != nil:
			return err
		case slices.Contains(except, name):
			return filepath.SkipDir
		case d.IsDir():
			return os.MkdirAll(filepath.Join(to, name), 0o777)
		}
		return copyFile(filepath.Join(to, name), path)
	})
}

func copyFile(to, from string) error {
	data, err := os.ReadFile(from)
	if err != nil {
		return err
	}
	return os.WriteFile(to, data, 0o666)
}

// numbers are values at the limits of types.
var numbers = []uint32{0, 1, 0x7f, 0x80, 0xff, 0x7fff, 0xffff, 0x7fffffff, 0x80000000, 0xffffffff}

// texts are inserted: numbers that are too large, characters of terminals, formats, paths, and a long line.
var texts = []string{"99999999999999999999", "-1", "\x1b[2J", "\x00", "\r", "\u202e", "\xff\xfe", "%n%s%s", "../../../", "/dev/stdin", "{{", "&a [*a, *a]", "<![CDATA[",
	"\"", "'", "*", "=", "\n", strings.Repeat("A", 5000), strings.Repeat("(", 5000)}

// ends is the size of the parts at the beginning and at the end of a file that get a third of the changes each: headers and tables.
const ends = 1 << 10

// place returns a place in a file.
func place(random *rand.Rand, size int) int {
	switch random.IntN(3) {
	case 0:
		return random.IntN(min(size, ends))
	case 1:
		return size - 1 - random.IntN(min(size, ends))
	}
	return random.IntN(size)
}

// spoil returns data with one to eight changes.
func spoil(random *rand.Rand, good []byte) []byte {
	data := bytes.Clone(good)
	for range 1 + random.IntN(8) {
		if len(data) < 8 {
			return data
		}
		at := place(random, len(data)-4)
		length := 1 + random.IntN(min(len(data)-at, 64))
		switch random.IntN(8) {
		case 0:
			data[at] ^= 1 << random.IntN(8)
		case 1:
			data[at] = byte(random.Uint32())
		case 2:
			binary.LittleEndian.PutUint32(data[at:], numbers[random.IntN(len(numbers))])
		case 3:
			data = data[:at]
		case 4:
			data = append(data[:at:at], data[at+length:]...)
		case 5:
			data = append(data[:at+length:at+length], data[at:]...)
		case 6:
			copy(data[at:at+length], data[random.IntN(len(data)-length+1):])
		case 7:
			data = slices.Insert(data, at, []byte(texts[random.IntN(len(texts))])...)
		}
	}
	return data
}

// spoilArchive spoils a zip archive, or the contents or the name of one of its members.
func spoilArchive(random *rand.Rand, good []byte) []byte {
	if random.IntN(3) == 0 {
		return spoil(random, good)
	}
	data, err := rewriteArchive(good, func(members []member) []member {
		m := &members[random.IntN(len(members))]
		if i := slices.IndexFunc(members, func(m member) bool { return strings.HasSuffix(m.name, ".xml") || strings.HasSuffix(m.name, ".yaml") }); random.IntN(2) == 0 && i >= 0 {
			m = &members[i] // the file that is read first
		}
		if random.IntN(8) == 0 {
			m.name = string(spoil(random, []byte(m.name+"        ")))
		} else {
			m.data = spoil(random, m.data)
		}
		return members
	})
	if err != nil {
		return spoil(random, good)
	}
	return data
}
