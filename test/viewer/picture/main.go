// Command picture takes the pictures of the viewer that the documentation shows: docs/trace-viewer.png and its dark twin.
// Run it in test/: go run ./viewer/picture
package main

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"image/png"
	"os"
	"path/filepath"

	"github.com/gleslayergen/gleslayergen/test/viewer/browser"
	"github.com/gleslayergen/gleslayergen/test/viewer/scene"
	"github.com/gleslayergen/gleslayergen/trace/file"
	"github.com/gleslayergen/gleslayergen/trace/view"
)

// shots are what is taken, each with the call and the tab that it shows.
var shots = []struct {
	name, scheme, tab, function string
	n                           int // of the function's calls in the frame
}{
	{"trace-viewer.png", "light", "image", "glDrawElements", 9},
	{"trace-viewer-dark.png", "dark", "state", "glEnable", 1},
}

// Size of the pictures.
const (
	width  = 1360
	height = 850
)

const frame = 48 // that has a hitch, and an image after a draw

func main() {
	out := flag.String("out", "../docs", "folder for the pictures")
	flag.Parse()
	if err := run(*out); err != nil {
		fmt.Fprintln(os.Stderr, "picture:", err)
		os.Exit(1)
	}
}

func run(out string) (err error) {
	recording := scene.Record(150, true)
	f, err := file.Read(bytes.NewReader(recording), int64(len(recording)))
	if err != nil {
		return err
	}
	defer f.Close()
	b, err := browser.Start(context.Background(), width, height)
	if err != nil {
		return err
	}
	defer func() {
		if closed := b.Close(); err == nil {
			err = closed
		}
	}()
	for _, shot := range shots {
		call, err := find(f, shot.function, shot.n)
		if err != nil {
			return err
		}
		if err := b.Scheme(shot.scheme); err != nil {
			return err
		}
		if err := take(b, f, fmt.Sprintf("i=%d&tab=%s", call, shot.tab), filepath.Join(out, shot.name)); err != nil {
			return fmt.Errorf("%s: %w", shot.name, err)
		}
	}
	return nil
}

// find is the n-th call of a function in the frame.
func find(f *file.File, function string, n int) (int, error) {
	in := f.Frames()[frame]
	for c, err := range f.Calls(in.First, in.Last) {
		if err != nil {
			return 0, err
		}
		if c.Function.Name == function {
			if n--; n == 0 {
				return c.Index, nil
			}
		}
	}
	return 0, fmt.Errorf("frame %d has too few %s", frame, function)
}

// settled is when nothing on the page is still on its way.
const settled = `(async () => {
	const turn = () => new Promise(r => setTimeout(r, 100));
	do await turn(); while (document.querySelector('.row.loading:not([hidden])') || document.getElementById('panel').getAttribute('aria-busy') === 'true' ||
		[...document.images].some(i => !i.complete));
	await turn();
	document.activeElement?.blur();
	await turn();
	return true;
})()`

// take shows a recording and takes a picture of it.
func take(b *browser.Browser, f *file.File, fragment, path string) error {
	s := view.New(f, view.Options{Name: "orbit.gltrace"})
	defer s.Close()
	ctx, stop := context.WithCancel(context.Background())
	urls, ended := make(chan string, 1), make(chan error, 1)
	go func() { ended <- s.Serve(ctx, false, func(url string) { urls <- url }) }()
	defer func() { stop(); <-ended }()
	select {
	case url := <-urls:
		if err := b.Open(url + "#" + fragment); err != nil {
			return err
		}
	case err := <-ended:
		return err
	}
	if _, err := browser.Ask[bool](b, settled); err != nil {
		return err
	}
	if faults := b.Faults(); len(faults) > 0 {
		return fmt.Errorf("in the page: %q", faults)
	}
	shot, err := browser.Shot(b)
	if err != nil {
		return err
	}
	return write(path, shot)
}

// write keeps a picture, packed as well as PNG can.
func write(path string, shot []byte) error {
	m, err := png.Decode(bytes.NewReader(shot))
	if err != nil {
		return err
	}
	var out bytes.Buffer
	if err := (&png.Encoder{CompressionLevel: png.BestCompression}).Encode(&out, m); err != nil {
		return err
	}
	return os.WriteFile(path, out.Bytes(), 0o644)
}
