package view

import (
	"testing"

	"github.com/gleslayergen/gleslayergen/trace/tracetest"
)

func BenchmarkSearch(b *testing.B) {
	s := serve(b, tracetest.Million(), Options{})
	ask(s, "GET", "/api/timeline", "")
	for _, q := range []string{"zzz", "0.123456", "gl_line_loop"} {
		b.Run(q, func(b *testing.B) {
			for b.Loop() {
				ask(s, "GET", "/api/search?from=0&q="+q, "")
			}
		})
	}
}
