// Command picture makes the screenshots of the documentation: of the viewer, docs/trace-viewer.png and its dark version, from a
// recording of a real program, made by the tool itself; and of the page of settings, docs/settings.png. Run it in test/: go run
// ./viewer/picture
package main

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"image"
	"image/draw"
	"image/png"
	"os"
	"path/filepath"

	"github.com/chromedp/chromedp"

	"github.com/gleslayergen/gleslayergen/test/viewer/browser"
	"github.com/gleslayergen/gleslayergen/test/viewer/orbit"
	"github.com/gleslayergen/gleslayergen/test/viewer/settingspage"
	"github.com/gleslayergen/gleslayergen/trace/file"
	"github.com/gleslayergen/gleslayergen/trace/view"
)

// shots are the screenshots, each with its call and tab.
var shots = []struct {
	name, scheme, tab, function string
	n                           int // index among the function's calls in the frame
}{
	{"trace-viewer.png", "light", "image", "glDrawElements", 15},
	{"trace-viewer-dark.png", "dark", "draw", "glDrawElements", 15},
}

// Size of the screenshots.
const (
	width  = 1360
	height = 850
)

// Number of recorded frames, and the frame that is shown.
const (
	frames = 90
	frame  = 47
)

func main() {
	out := flag.String("out", "../docs", "folder for the pictures")
	flag.Parse()
	if err := run(*out); err != nil {
		fmt.Fprintln(os.Stderr, "picture:", err)
		os.Exit(1)
	}
}

// settingsPicture is the screenshot of the page of settings.
const settingsPicture = "settings.png"

func run(out string) (err error) {
	dir, err := os.MkdirTemp("", "picture-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	rig, err := orbit.New(context.Background(), dir)
	if err != nil {
		return err
	}
	b, err := browser.Start(context.Background(), width, height)
	if err != nil {
		return err
	}
	defer func() {
		if closed := b.Close(); err == nil {
			err = closed
		}
	}()
	if err := captureSettings(b, rig, filepath.Join(out, settingsPicture)); err != nil {
		return fmt.Errorf("%s: %w", settingsPicture, err)
	}
	f, err := record(context.Background(), rig)
	if err != nil {
		return err
	}
	defer f.Close()
	for _, shot := range shots {
		call, err := find(f, shot.function, shot.n)
		if err != nil {
			return err
		}
		if err := b.Scheme(shot.scheme); err != nil {
			return err
		}
		if err := capture(b, f, fmt.Sprintf("i=%d&tab=%s", call, shot.tab), filepath.Join(out, shot.name)); err != nil {
			return fmt.Errorf("%s: %w", shot.name, err)
		}
	}
	return nil
}

// changed waits until the page of settings shows two changes.
const changed = `(async () => {
	for (const name of ['breadcrumbs.on', 'log.on']) {
		document.getElementById('s0-' + name).click();
		while (!document.getElementById('message').textContent.startsWith(name + '=')) await new Promise(requestAnimationFrame);
	}
	return true;
})()`

// captureSettings makes the screenshot of the page of settings.
func captureSettings(b *browser.Browser, rig *orbit.Rig, path string) (err error) {
	if err := settingspage.Build(context.Background(), rig); err != nil {
		return err
	}
	p, err := settingspage.Start(context.Background(), rig)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, p.Close()) }()
	if err := b.Scheme("light"); err != nil {
		return err
	}
	if err := b.Open(p.URL); err != nil {
		return err
	}
	// The directory of the rig is not the same each time.
	const note = `document.getElementById('note').textContent = document.getElementById('note').textContent.replace(/in \S+\//, 'in ~/.config/'); ` + changed
	if _, err := browser.Eval[bool](b, note); err != nil {
		return err
	}
	shot, err := browser.Shot(b)
	if err != nil {
		return err
	}
	return errors.Join(os.WriteFile(path, shot, 0o644), b.Do(chromedp.Navigate("about:blank"))) // a flat page compresses well
}

// record records the program, with images after draws.
func record(ctx context.Context, rig *orbit.Rig) (*file.File, error) {
	const name = "orbit.gltrace"
	if printed, err := rig.Record(ctx, name, frames, 0, "--frame-images", "--draw-images", "--image-size", "384").CombinedOutput(); err != nil {
		return nil, fmt.Errorf("%w: %s", err, printed)
	}
	return file.Open(rig.Path(name))
}

// find returns the n-th call of a function in the frame.
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

// settled waits until the page has loaded everything.
const settled = `(async () => {
	const turn = () => new Promise(r => setTimeout(r, 100));
	do await turn(); while (document.querySelector('.row.loading:not([hidden])') || document.getElementById('panel').getAttribute('aria-busy') === 'true' ||
		[...document.images].some(i => !i.complete));
	await turn();
	document.activeElement?.blur();
	await turn();
	return true;
})()`

// capture shows a recording and makes a screenshot.
func capture(b *browser.Browser, f *file.File, fragment, path string) error {
	s := view.New(f, view.Options{Name: "orbit.gltrace"})
	defer s.Close()
	ctx, stop := context.WithCancel(context.Background())
	urls, ended := make(chan string, 1), make(chan error, 1)
	go func() { defer close(ended); ended <- s.Serve(ctx, false, func(url string) { urls <- url }) }()
	defer func() { stop(); <-ended }()
	select {
	case url := <-urls:
		if err := b.Open(url + "#" + fragment); err != nil {
			return err
		}
	case err := <-ended:
		return err
	}
	if _, err := browser.Eval[bool](b, settled); err != nil {
		return err
	}
	if faults := b.PageErrors(); len(faults) > 0 {
		return fmt.Errorf("in the page: %q", faults)
	}
	shot, err := browser.Shot(b)
	if err != nil {
		return err
	}
	return write(path, shot)
}

// write writes an image with the best compression of PNG.
func write(path string, shot []byte) error {
	m, err := png.Decode(bytes.NewReader(shot))
	if err != nil {
		return err
	}
	few := image.NewNRGBA(m.Bounds())
	draw.Draw(few, few.Rect, m, m.Bounds().Min, draw.Src)
	for i, v := range few.Pix {
		few.Pix[i] = v&^7 | v>>5 // five bits for each channel look the same, and halve the size
	}
	var out bytes.Buffer
	if err := (&png.Encoder{CompressionLevel: png.BestCompression}).Encode(&out, few); err != nil {
		return err
	}
	return os.WriteFile(path, out.Bytes(), 0o644)
}
