package report

import (
	"bytes"
	"regexp"
	"strings"
	"testing"

	"github.com/gleslayergen/gleslayergen/internal/testutil/tracetest"
	"github.com/gleslayergen/gleslayergen/trace/file"
)

func pageOf(t *testing.T, f *file.File, frames []int) string {
	t.Helper()
	p, err := NewPage(t.Context(), f, "dir/a.gltrace", frames)
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := p.Write(&b); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// TestPage checks the parts of a page, and that it contains all that it shows.
func TestPage(t *testing.T) {
	page := pageOf(t, open(t, tracetest.Sample(30)), []int{2, 29})
	for _, part := range []string{
		"<h1>Recording a.gltrace</h1>", "<td>tracetest</td>", "frame 26</figcaption>", "glEnable: GL_INVALID_ENUM", "<h2>Frame 2</h2>", "<h2>Frame 29</h2>",
		"glDrawArrays(mode=GL_TRIANGLES, first=0, count=3)", "&lt;script&gt;alert(1)", `<span class="bad">GL_INVALID_ENUM</span>`, "default-src 'none'",
		"<title>frame 3: ",
	} {
		if !strings.Contains(page, part) {
			t.Errorf("no %s", part)
		}
	}
	if got := regexp.MustCompile(`<script|<link|https?:|@import|src="[^d]|ZgotmplZ`).FindString(page); got != "" {
		t.Errorf("the page has %s", got)
	}
	if n := strings.Count(page, "data:image/png"); n != mostStrip+2 {
		t.Errorf("%d images", n)
	}
}

// TestPageGPUTimes checks that the functions have GPU times if the recording has them.
func TestPageGPUTimes(t *testing.T) {
	const header = `<th class="number">GPU time</th><th class="number">measured</th>`
	page := pageOf(t, measured(t), nil)
	if row := `<td class="number">800ns</td><td class="number">3</td></tr>`; !strings.Contains(page, header) || strings.Count(page, row) != 1 {
		t.Errorf("no GPU times: %s", page)
	}
	if page := pageOf(t, open(t, tracetest.Sample(3)), nil); strings.Contains(page, header) {
		t.Error("a recording without GPU times has their columns")
	}
}

// TestPageBounds checks that the page of a large recording is small, and shows a slow frame.
func TestPageBounds(t *testing.T) {
	var b bytes.Buffer
	w := tracetest.NewWriter(&b, tracetest.Options{PerBatch: 1000})
	one := w.Thread(1).NewContext(1, 2, 3, 2, 1)
	for n := range 1000 {
		for range 8 + n/999*2*mostPageCalls {
			one.Call("glDrawArrays", "GL_TRIANGLES", 0, 3)
		}
		one.Call("eglSwapBuffers", 1, 2, tracetest.Returns(1))
	}
	w.Close()
	page := pageOf(t, open(t, b.Bytes()), nil)
	if len(page) > 1<<20 || !strings.Contains(page, "<h2>Frame 999</h2>") || !strings.Contains(page, "calls that are not shown: ") || strings.Count(page, "<rect") != mostBars {
		t.Errorf("%d bytes, %d bars", len(page), strings.Count(page, "<rect"))
	}
}

// TestPageEmpty checks a recording without frames.
func TestPageEmpty(t *testing.T) {
	var b bytes.Buffer
	w := tracetest.NewWriter(&b, tracetest.Options{})
	w.Thread(1).Call("glFlush")
	w.Close()
	if page := pageOf(t, open(t, b.Bytes()), nil); strings.Contains(page, "<h2>Frame") {
		t.Error(page)
	}
}
