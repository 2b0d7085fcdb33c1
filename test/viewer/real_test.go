//go:build heavy

package viewer

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"github.com/gleslayergen/gleslayergen/test/viewer/orbit"
	"github.com/gleslayergen/gleslayergen/trace/file"
	"github.com/gleslayergen/gleslayergen/trace/view"
)

func rig(t *testing.T) *orbit.Rig {
	t.Helper()
	r, err := orbit.New(t.Context(), t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// opened returns the URL that trace view live prints, as soon as there is a recording.
func opened(t *testing.T, ctx context.Context, r *orbit.Rig) (url string, viewer *exec.Cmd) {
	t.Helper()
	// Each round starts the viewer again; the pause limits the number of processes on a machine without a
	// recorder.
	for end := time.Now().Add(2 * time.Minute); time.Now().Before(end); time.Sleep(100 * time.Millisecond) {
		viewer = r.Tool(ctx, "trace", "view", "live")
		out, err := viewer.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		var printed bytes.Buffer
		viewer.Stderr = &printed
		if err := viewer.Start(); err != nil {
			t.Fatal(err)
		}
		if line, err := bufio.NewReader(out).ReadString('\n'); err == nil {
			return strings.TrimSpace(line), viewer
		}
		if err := viewer.Wait(); err == nil || !strings.Contains(printed.String(), "no matching recording is in progress") {
			t.Fatalf("%v: %s", err, printed.String())
		}
	}
	t.Fatal("nothing is recorded")
	return "", nil
}

// TestRealLive: a program is viewed while it is being recorded, until its end.
func TestRealLive(t *testing.T) {
	const frames = 20_000 // more frames than the test waits for
	r := rig(t)
	record := r.Record(t.Context(), "live.gltrace", frames, 30*time.Millisecond, "--frame-images")
	var printed bytes.Buffer
	record.Stdout, record.Stderr = &printed, &printed
	if err := record.Start(); err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	url, viewer := opened(t, ctx, r)
	p := &page{T: t, url: url}
	t.Cleanup(func() {
		p.checkNoErrors()
		p.must(chromium.Do(chromedp.Navigate("about:blank"))) // so that the page makes no more requests
		chromium.PageErrors()
		stop()
		_ = viewer.Wait()
	})
	p.must(chromium.Open(url))
	p.waitForText("#facts", "live")
	most := "Number(document.getElementById('bars').getAttribute('aria-valuemax'))"
	first := eval[int](p, most)
	p.press("l")
	p.wait("document.getElementById('follow').getAttribute('aria-pressed') === 'true'")
	p.wait("[...document.querySelectorAll('#thumbs img')].some(i => i.complete && i.naturalWidth > 0)")
	p.openTab("image")
	p.wait(fmt.Sprintf("%s > %d", most, first+20))
	p.must(r.Finish())
	if err := record.Wait(); err != nil {
		t.Fatalf("%v: %s", err, printed.String())
	}
	p.wait("document.querySelector('#facts .live') === null && document.getElementById('follow').hidden") // the recording has ended
	f, err := file.Open(r.Path("live.gltrace"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if last := eval[int](p, most); last != len(f.Frames())-1 || f.End().GetReason() != "exit" {
		t.Errorf("frames up to %d are shown of %d: %v", last, len(f.Frames()), f.End())
	}
	p.press(end)
	p.openTab("state")
	p.waitForText(".tree", "program")
}

// TestRealRecording: images after draws, compressed textures, uniforms and groups of a real program.
func TestRealRecording(t *testing.T) {
	r := rig(t)
	path := filepath.Join(t.TempDir(), "orbit.gltrace")
	if out, err := r.Record(t.Context(), path, 12, 0, "--frame-images", "--draw-images").CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	f, err := file.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	draws := within(matches(t, f, named("glDrawElements")), f.Frames()[8])
	ground := draws[len(draws)-1]
	p := openPageWith(t, f, view.Options{Name: "orbit.gltrace"}, "i="+fmt.Sprint(draws[len(draws)-2]))
	p.openTab("image")
	p.waitForText(".body.image h3", "after draw")
	// The floor is drawn last: before that, the image shows the sky there.
	below := "[...(" + pixels + ")('.body.image canvas').getImageData(10, 140, 1, 1).data]"
	sky := eval[[]int](p, below)
	p.press("d")
	p.waitForCall(ground)
	p.waitForText(".body.image h3", "after draw "+fmt.Sprint(ground))
	p.waitForPanel()
	if floor := eval[[]int](p, below); sky[2] < sky[0] || floor[0] < floor[2] {
		t.Errorf("below there is %v before the floor is drawn, and then %v", sky, floor)
	}
	p.openTab("textures")
	p.waitForText(".pick", "marble")
	eval[any](p, "[...document.querySelectorAll('.item')].find(i => i.textContent.includes('marble')).click()")
	p.wait("document.querySelector('.look canvas')?.width === 128")
	if !painted(p, ".look canvas") {
		t.Error("the compressed texture is empty")
	}
	p.openTab("uniforms")
	p.waitForText(".pick .item[aria-selected=true]", "lit")
	p.wait("[...document.querySelectorAll('.look tbody')].some(r => r.textContent.includes('camera') && r.querySelectorAll('.numbers').length === 4)")
	p.openTab("state")
	p.waitForText(".tree", "debug groups")
	p.press("f")
	p.waitForText("#calls", "Shadow map")
}
