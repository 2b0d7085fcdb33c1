// Command reading measures how long a recording takes to read without a browser, and prints the times in milliseconds and the peak
// memory in megabytes as JSON. It removes the index of the recording first.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"os"
	"syscall"
	"time"

	"github.com/gleslayergen/gleslayergen/test/viewer/measure"
	"github.com/gleslayergen/gleslayergen/trace/file"
	"github.com/gleslayergen/gleslayergen/trace/report"
	"github.com/gleslayergen/gleslayergen/trace/view"
)

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: reading FILE")
		os.Exit(2)
	}
	out, err := run(context.Background(), os.Args[1])
	if err == nil {
		err = json.NewEncoder(os.Stdout).Encode(out)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "reading:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, path string) (r measure.Reading, err error) {
	if err := os.Remove(path + file.IndexSuffix); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return r, err
	}
	if r.Index, err = processor(func() error { return open(path) }); err != nil {
		return r, err
	}
	begin := time.Now()
	f, err := file.Open(path)
	if err != nil {
		return r, err
	}
	defer f.Close()
	if err := serve(f, begin, &r); err != nil {
		return r, err
	}
	r.Stats, err = processor(func() error {
		_, err := report.ComputeStats(ctx, f, 0, f.Len())
		return err
	})
	if err != nil {
		return r, err
	}
	r.Memory, err = peak()
	return r, err
}

// serve measures the viewer. When it returns, no background task uses the processor.
func serve(f *file.File, begin time.Time, r *measure.Reading) error {
	s := view.New(f, view.Options{})
	defer s.Close()
	if err := get(s, "trace", "frames?count=4096", "calls?count=256", "timeline?width=1200"); err != nil {
		return err
	}
	r.Open = since(begin)
	return answers(s, f.Len(), r)
}

func open(path string) error {
	f, err := file.Open(path)
	if err != nil {
		return err
	}
	return f.Close()
}

// answers measures distant positions, and names that occur often, seldom, or never. The slowest counts.
func answers(s *view.Server, calls int, r *measure.Reading) error {
	for n := range 24 {
		begin := time.Now()
		if err := get(s, fmt.Sprintf("calls?from=%d&count=256", int(float64(n)*0.618034*float64(calls))%calls)); err != nil {
			return err
		}
		r.Jump = max(r.Jump, since(begin))
	}
	for _, name := range []string{"glDrawElements", "glDrawArrays", "eglSwapBuffers", "glTexSubImage2D", "glNoSuchName"} {
		for _, from := range []int{0, calls / 3, calls / 2} {
			begin := time.Now()
			if err := get(s, fmt.Sprintf("search?q=%s&from=%d", name, from)); err != nil {
				return err
			}
			r.Search = max(r.Search, since(begin))
		}
	}
	return nil
}

func get(s *view.Server, paths ...string) error {
	for _, path := range paths {
		w := httptest.NewRecorder()
		s.ServeHTTP(w, httptest.NewRequest("GET", "/api/"+path, nil))
		if w.Code != http.StatusOK {
			return fmt.Errorf("%s: %s", path, w.Body)
		}
	}
	return nil
}

func since(begin time.Time) float64 { return float64(time.Since(begin)) / 1e6 }

// processor returns the processor time of f in milliseconds. It does not depend on other processes.
func processor(f func() error) (float64, error) {
	var before, after syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &before); err != nil {
		return 0, err
	}
	if err := f(); err != nil {
		return 0, err
	}
	err := syscall.Getrusage(syscall.RUSAGE_SELF, &after)
	return float64(after.Utime.Nano()+after.Stime.Nano()-before.Utime.Nano()-before.Stime.Nano()) / 1e6, err
}

// peak returns the peak memory of this process in megabytes.
func peak() (float64, error) {
	var u syscall.Rusage
	err := syscall.Getrusage(syscall.RUSAGE_SELF, &u)
	return float64(u.Maxrss) * 1024 / 1e6, err
}
