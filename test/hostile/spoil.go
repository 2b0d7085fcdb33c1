package main

import (
	"bytes"
	"context"
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"unicode"
)

// input is a kind of file, with a good one and the commands that read it; %s is the spoiled file.
type input struct {
	name     string
	good     string // path
	as       string // name of the spoiled file
	commands [][]string
}

func (r *runner) inputs() ([]input, error) {
	crumbs, err := filepath.Glob(filepath.Join(r.state(), "gleslayergen", "*.crumbs"))
	if err != nil {
		return nil, err
	}
	list := []input{
		{"recordings", filepath.Join(r.dir, "fork.gltrace"), "x.gltrace", [][]string{{"trace", "stats", "%s"}, {"trace", "dump", "%s"}}},
		{"libraries", r.layers[2][1], "libx.so", [][]string{{"check", "%s"}}},
		{"registry files", filepath.Join("hostile", "testdata", "gl.xml"), "gl.xml", [][]string{{"registry", "list", "--gl-xml", "%s", "--egl-xml", "EGL"}}},
		{"project files", filepath.Join(r.dir, "hostilec", "gleslayer.yaml"), "gleslayer.yaml", [][]string{{"update", "--check", "DIR"}}},
		{"lock files", filepath.Join(r.dir, "hostilec", "gleslayer.lock"), "gleslayer.lock", [][]string{{"update", "--check", "DIR"}}},
	}
	if len(crumbs) > 0 {
		list = append(list, input{"breadcrumbs", crumbs[0], "x.crumbs", [][]string{{"trace", "crumbs", "%s"}}})
	}
	return list, nil
}

// spoiled runs the commands that read a format on spoiled files.
func (r *runner) spoiled(ctx context.Context, seed uint64, n int) ([]figure, error) {
	list, err := r.inputs()
	if err != nil {
		return nil, err
	}
	var figures []figure
	for _, in := range list {
		good, err := os.ReadFile(in.good)
		if os.IsNotExist(err) { // this part of the programs made none
			continue
		}
		if err != nil {
			return nil, err
		}
		f := figure{what: "spoiled " + in.name}
		random := rand.New(rand.NewPCG(seed, uint64(len(in.name))))
		for range n {
			if ctx.Err() != nil {
				return nil, ctx.Err()
			}
			if err := r.readSpoiled(ctx, &f, in, spoil(random, good)); err != nil {
				return nil, err
			}
		}
		figures = append(figures, f)
	}
	return figures, nil
}

func (r *runner) readSpoiled(ctx context.Context, f *figure, in input, data []byte) error {
	dir := filepath.Join(r.dir, "spoiled")
	path := filepath.Join(dir, in.as)
	if strings.HasPrefix(in.as, "gleslayer.") {
		dir = filepath.Join(r.dir, "hostilec")
		path = filepath.Join(dir, in.as)
		good, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		defer os.WriteFile(path, good, 0o666)
	}
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return err
	}
	if err := os.WriteFile(path, data, 0o666); err != nil {
		return err
	}
	here, err := os.Getwd()
	if err != nil {
		return err
	}
	places := strings.NewReplacer("%s", path, "DIR", dir, "EGL", filepath.Join(here, "hostile", "testdata", "egl.xml"))
	for _, words := range in.commands {
		args := []string{r.tool}
		for _, w := range words {
			args = append(args, places.Replace(w))
		}
		cmd, stop := r.command(ctx, args...)
		out, err := cmd.CombinedOutput()
		stop()
		f.processes++
		code := cmd.ProcessState.ExitCode()
		if code < 0 || code >= internalError || bytes.ContainsFunc(out, isControl) {
			kept := filepath.Join(r.dir, fmt.Sprintf("failed-%d-%s", f.processes, in.as))
			f.report(cmd, fmt.Sprintf("%v; the file is %s", err, kept), out)
			return os.WriteFile(kept, data, 0o666)
		}
	}
	return nil
}

// internalError is the exit code after a panic; the smaller ones are those of errors.
const internalError = 9

func isControl(r rune) bool { return unicode.IsControl(r) && r != '\n' && r != '\t' }

// numbers are values at the limits of types.
var numbers = []uint32{0, 1, 0x7f, 0x80, 0xff, 0x7fff, 0xffff, 0x7fffffff, 0x80000000, 0xffffffff}

// spoil returns data with one to eight changes.
func spoil(random *rand.Rand, good []byte) []byte {
	data := bytes.Clone(good)
	for range 1 + random.IntN(8) {
		if len(data) < 8 {
			return data
		}
		at := random.IntN(len(data) - 4)
		length := 1 + random.IntN(min(len(data)-at, 64))
		switch random.IntN(7) {
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
		}
	}
	return data
}
