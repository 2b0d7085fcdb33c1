package main

import (
	"strings"
	"testing"
)

func TestTally(t *testing.T) {
	const pass = `{"Action":"run","Package":"p","Test":"TestA"}
{"Action":"output","Package":"p","Test":"TestA","Output":"quiet\n"}
{"Action":"pass","Package":"p","Test":"TestA","Elapsed":0.1}
{"Action":"output","Package":"p","Output":"PASS\n"}
{"Action":"output","Package":"p","Output":"ok  \tp\t0.1s\n"}
{"Action":"pass","Package":"p","Elapsed":0.1}
`
	const subtests = `{"Action":"run","Package":"p","Test":"TestB"}
{"Action":"run","Package":"p","Test":"TestB/good"}
{"Action":"pass","Package":"p","Test":"TestB/good"}
{"Action":"run","Package":"p","Test":"TestB/bad"}
{"Action":"output","Package":"p","Test":"TestB/bad","Output":"b_test.go:1: no\n"}
{"Action":"fail","Package":"p","Test":"TestB/bad"}
{"Action":"fail","Package":"p","Test":"TestB"}
{"Action":"fail","Package":"p","Elapsed":1}
`
	const noBuild = `{"ImportPath":"p","Action":"build-output","Output":"p.go:1: undefined: x\n"}
{"ImportPath":"p","Action":"build-fail"}
{"Action":"output","Package":"p","Output":"FAIL\tp [build failed]\n"}
{"Action":"fail","Package":"p","FailedBuild":"p"}
`
	const skip = `{"Action":"run","Package":"p","Test":"TestC"}
{"Action":"output","Package":"p","Test":"TestC","Output":"c_test.go:1: no tool\n"}
{"Action":"skip","Package":"p","Test":"TestC"}
`
	const dies = `{"Action":"run","Package":"p","Test":"TestD"}
{"Action":"output","Package":"p","Test":"TestD","Output":"=== RUN   TestD\n"}
{"Action":"output","Package":"p","Test":"TestD","Output":"panic: no\n"}
{"Action":"output","Package":"p","Output":"FAIL\tp\t0.1s\n"}
{"Action":"fail","Package":"p","Elapsed":0.1}
`
	for _, c := range []struct {
		name, events, closing, shown string
		ok, okInCI                   bool
	}{
		{"pass", pass, "1 passed, 0 failed", "ok  \tp\t0.1s\n", true, true},
		{"subtests", pass + subtests, "2 passed, 1 failed", "b_test.go:1: no\nFAIL\tp\t1.000s\n", false, false},
		{"no build", noBuild, "0 passed, 1 failed", "p.go:1: undefined: x\nFAIL\tp [build failed]\n", false, false},
		{"dies", pass + dies, "1 passed, 1 failed", "    TestD did not end\npanic: no\nFAIL\tp\t0.1s\n", false, false},
		{"skip", pass + skip, "1 passed, 0 failed, 1 skipped", "c_test.go:1: no tool\n", true, false},
		{"nothing", "", "0 passed, 0 failed", "", false, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			var out strings.Builder
			tally := newTally(&out)
			if err := tally.read(strings.NewReader(c.events)); err != nil {
				t.Fatal(err)
			}
			if got := tally.close(); got != c.closing {
				t.Errorf("closing line %q, not %q", got, c.closing)
			}
			if !strings.HasSuffix(out.String(), c.shown) || strings.Contains(out.String(), "quiet") {
				t.Errorf("shown: %q", out.String())
			}
			if tally.ok(false) != c.ok || tally.ok(true) != c.okInCI {
				t.Errorf("ok is %v, in CI %v", tally.ok(false), tally.ok(true))
			}
		})
	}
}
