package view

import (
	"net/http"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/gleslayergen/gleslayergen/internal/testutil/tracetest"
	"github.com/gleslayergen/gleslayergen/trace/file"
	"github.com/gleslayergen/gleslayergen/trace/state"
)

// BenchmarkStart measures what the first paint of the page waits for, from opening the file.
func BenchmarkStart(b *testing.B) {
	path := filepath.Join(b.TempDir(), "million.gltrace")
	if err := os.WriteFile(path, tracetest.Million(), 0o600); err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		f, err := file.Open(path)
		if err != nil {
			b.Fatal(err)
		}
		s := New(f, Options{Log: b.Errorf})
		for _, path := range []string{"/api/trace", "/api/frames?count=4096", "/api/calls?count=256", "/api/timeline?width=1200"} {
			if w := serveRequest(s, "GET", path, ""); w.Code != http.StatusOK {
				b.Fatalf("%s: %s", path, w.Body)
			}
		}
		s.Close()
		f.Close()
	}
}

// BenchmarkMillion measures single answers about a million calls. A search without a match reads all of them.
func BenchmarkMillion(b *testing.B) {
	s := serve(b, tracetest.Million(), Options{pace: paced(func(p *pace) { p.paint = time.Hour })}) // no background tasks
	serveRequest(s, "GET", "/api/timeline", "")
	if err := s.gather(); err != nil {
		b.Fatal(err)
	}
	for name, path := range map[string]string{
		"page": "/api/calls?from=700000&count=256", "timeline": "/api/timeline?width=1200", "search-name": "/api/search?q=eglswap&from=500000",
		"search-text": "/api/search?q=0.12&from=0", "search-nothing": "/api/search?q=nowhere&from=0", "compare": "/api/compare?a=500&b=501",
	} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				if w := serveRequest(s, "GET", path, ""); w.Code != http.StatusOK {
					b.Fatalf("%s: %s", path, w.Body)
				}
			}
		})
	}
	for name, filter := range map[string]string{"filter-name": `{"function": "bind"}`, "filter-text": `{"argument": "0.12"}`} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				if w := serveRequest(s, "POST", "/api/views", filter); w.Code != http.StatusOK {
					b.Fatalf("%s: %s", filter, w.Body)
				}
			}
		})
	}
}

// BenchmarkGather measures the trigrams of a million calls.
func BenchmarkGather(b *testing.B) {
	f := open(b, tracetest.Million())
	for b.Loop() {
		s := New(f, Options{Log: b.Errorf})
		if err := s.gather(); err != nil {
			b.Fatal(err)
		}
		s.Close()
	}
}

// BenchmarkState measures the first pass over a million calls.
func BenchmarkState(b *testing.B) {
	f := open(b, tracetest.Million())
	for b.Loop() {
		if _, err := state.New(f).Reach(b.Context(), f.Len()-1); err != nil {
			b.Fatal(err)
		}
	}
}
