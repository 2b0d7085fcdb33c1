//go:build heavy

package viewer

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"github.com/gleslayergen/gleslayergen/test/viewer/orbit"
	"github.com/gleslayergen/gleslayergen/trace/file"
)

// viewReplay runs the viewer of the tool with --replay and opens its page.
func viewReplay(t *testing.T, r *orbit.Rig, path, fragment string) *page {
	t.Helper()
	ctx, stop := context.WithCancel(context.WithoutCancel(t.Context()))
	viewer := r.Tool(ctx, "trace", "view", path, "--replay")
	out, err := viewer.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	var printed bytes.Buffer
	viewer.Stderr = &printed
	if err := viewer.Start(); err != nil {
		t.Fatal(err)
	}
	line, err := bufio.NewReader(out).ReadString('\n')
	p := &page{T: t, url: strings.TrimSpace(line)}
	t.Cleanup(func() {
		p.checkNoErrors()
		p.must(chromium.Do(chromedp.Navigate("about:blank"))) // so that the page makes no more requests
		chromium.PageErrors()
		stop()
		_ = viewer.Wait()
	})
	if err != nil {
		t.Fatalf("%v: %s", err, printed.String())
	}
	p.must(chromium.Open(p.url + "#" + fragment))
	p.resize(1280, 720)
	return p
}

// TestRealReplay: the answers by replay about a real program.
func TestRealReplay(t *testing.T) {
	r := rig(t)
	path := filepath.Join(t.TempDir(), "orbit.gltrace")
	if out, err := r.Record(t.Context(), path, 12, 0, "--replayable").CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	f, err := file.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	draws := within(matches(t, f, named("glDrawElements")), f.Frames()[8])
	ground := draws[len(draws)-1]
	p := viewReplay(t, r, path, fmt.Sprintf("i=%d&tab=image", draws[len(draws)-2]))
	p.waitForText(".body.image h3", "exact, by replay")
	// The floor is drawn last: before that, the image shows the sky there.
	wide, high := eval[int](p, "document.querySelector('.picture').width"), eval[int](p, "document.querySelector('.picture').height")
	sky := p.pixelOf(".picture", wide/10, high-4)
	eval[any](p, "document.getElementById('calls').focus()")
	p.press("d")
	p.waitForText(".body.image h3", fmt.Sprintf("after call %s", thousands(ground)))
	if floor := p.pixelOf(".picture", wide/10, high-4); sky[2] < sky[0] || floor[0] < floor[2] {
		t.Errorf("below there is %v before the floor is drawn, and then %v", sky, floor)
	}
	p.saveShot("image")
	p.pickTarget("depth")
	p.waitForText(".body.image h3", "depth")
	if !painted(p, ".picture") {
		t.Error("the depth has one value")
	}
	p.saveShot("depth")
	p.pickTarget("overdraw")
	p.waitForText(".legend", "fragments a pixel")
	p.saveShot("overdraw")
	p.openTab("textures")
	p.waitForText(".look", "exact, by replay")
	p.saveShot("textures")
}
