// Package measure measures the viewer's times over a recording in the page, up to the visible result.
package measure

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/chromedp/chromedp"

	"github.com/gleslayergen/gleslayergen/test/viewer/browser"
	"github.com/gleslayergen/gleslayergen/trace/file"
	"github.com/gleslayergen/gleslayergen/trace/view"
)

// Times has times in milliseconds.
type Times struct {
	First  float64   `json:"first"`  // from before the file is opened until frames and calls are visible
	Scroll []float64 `json:"scroll"` // from a scroll to a new position until its calls are visible
	Search []float64 `json:"search"` // from the Enter key until the match is reported
	Absent float64   `json:"absent"` // the same for a text without a match

	Elements int `json:"elements"` // the number of elements of the page at the end
}

// scroll scrolls to distant positions.
const scroll = `(async () => {
	const list = document.getElementById('calls'), turn = () => new Promise(requestAnimationFrame), times = [];
	for (let n = 0; n < 24; n++) {
		const to = (n * 0.618034 % 1) * (list.scrollHeight - list.clientHeight), begin = performance.now();
		list.scrollTop = to;
		do await turn(); while (list.querySelector('.row.loading:not([hidden])'));
		times.push(performance.now() - begin);
	}
	return times;
})()`

// search searches for texts, each of which is further on.
const search = `(async texts => {
	const message = document.getElementById('message'), query = document.getElementById('query'), form = document.getElementById('search'), times = [];
	for (const text of texts) {
		query.value = text;
		message.textContent = '';
		const begin = performance.now();
		form.requestSubmit();
		while (!/^(Found|Nothing)/.test(message.textContent)) await new Promise(requestAnimationFrame);
		times.push(performance.now() - begin);
	}
	return times;
})`

// Viewer opens a file as trace view does, and measures the times. Errors that the page reports are errors.
func Viewer(ctx context.Context, b *browser.Browser, path string) (t Times, err error) {
	begin := time.Now()
	f, err := file.Open(path)
	if err != nil {
		return t, err
	}
	defer f.Close()
	s := view.New(f, view.Options{Name: "million"})
	defer s.Close()
	ctx, stop := context.WithCancel(ctx)
	urls, ended := make(chan string, 1), make(chan error, 1)
	go func() { defer close(ended); ended <- s.Serve(ctx, false, func(url string) { urls <- url }) }()
	defer func() { stop(); <-ended }()
	select {
	case url := <-urls:
		err = b.Open(url)
	case err = <-ended:
	}
	if err != nil {
		return t, err
	}
	at, err := browser.Eval[float64](b, "performance.timeOrigin + performance.getEntriesByName('shown')[0].startTime")
	if err != nil {
		return t, err
	}
	t.First = at - float64(begin.UnixNano())/1e6
	if t.Scroll, err = browser.Eval[[]float64](b, scroll); err != nil {
		return t, err
	}
	if t.Search, err = browser.Eval[[]float64](b, search+`(['glUniform4f', 'texture=7', 'eglSwapBuffers', 'GL_BLEND', 'eglSwapBuffers', 'location=3'])`); err != nil {
		return t, err
	}
	absent, err := browser.Eval[[]float64](b, search+`(['nowhere to be found'])`)
	if err != nil {
		return t, err
	}
	t.Absent = absent[0]
	if t.Elements, err = browser.Eval[int](b, "document.getElementsByTagName('*').length"); err != nil {
		return t, err
	}
	if reported := b.PageErrors(); len(reported) > 0 {
		return t, fmt.Errorf("in the page: %s", strings.Join(reported, "; "))
	}
	// The page may still load the details of the last match: it has to go before the server does.
	err = b.Do(chromedp.Navigate("about:blank"))
	b.PageErrors() // requests canceled by the navigation
	return t, err
}
