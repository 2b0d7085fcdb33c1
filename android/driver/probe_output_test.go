package driver

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/gleslayergen/gleslayergen/registry"
)

func TestReadSaid(t *testing.T) {
	s := readProbeOutput(strings.NewReader(`driver: hello
{"task":"egl","fact":"version","value":"1.4"}
{"task":"egl","fact":"version","value":"1.5"}
{"task":"egl","fact":"version","va
{"task":"","fact":"version","value":"9"}
{"task":"egl","fact":"","value":"9"}
{"task":["egl"],"fact":"version","value":"9"}
null

{"task":"egl","fact":"extensions","value":" B  A B "}
{"task":"egl","fact":"end","value":"ok"}
{"task":"egl","fact":"done","value":"yes"}`))
	if s.last("egl", "version") != "1.5" || s.first("egl", "version") != "1.4" || fmt.Sprint(s.words("egl", "extensions")) != "[A B]" || s.fault("egl") != "" || len(s) != 1 {
		t.Errorf("%v, fault %q", s, s.fault("egl"))
	}
	if got := s.fault("api:1"); got != "the test process ended before it reported a result" {
		t.Error(got)
	}
}

// However long the output is, only a bounded part of it is stored.
func TestReadSaidBounds(t *testing.T) {
	var text strings.Builder
	for i := range maxLines + 10 {
		fmt.Fprintf(&text, "{\"task\":\"t%d\",\"fact\":\"f\",\"value\":\"v\"}\n", i)
	}
	if s := readProbeOutput(strings.NewReader(text.String())); len(s) != maxLines {
		t.Errorf("%d tasks", len(s))
	}
	text.Reset()
	for i := range maxValues + 10 {
		fmt.Fprintf(&text, "{\"task\":\"t\",\"fact\":\"f\",\"value\":\"%d\"}\n", i)
	}
	text.WriteString(strings.Repeat("x", 2*maxLineLength))
	if s := readProbeOutput(strings.NewReader(text.String())); len(s["t"]["f"]) != maxValues {
		t.Errorf("%d values", len(s["t"]["f"]))
	}
}

// FuzzSaid makes a report of arbitrary output: it never panics, and the report is JSON.
func FuzzSaid(f *testing.F) {
	f.Add(`{"task":"egl","fact":"version","value":"1.5"}` + "\n" + `{"task":"api:2","fact":"context","value":"x"}`)
	f.Add(`{"task":"contexts:8","fact":"made","value":"-3"}` + "\n" + `{"task":"contexts:8","fact":"memory-with","value":"9223372036854775807"}`)
	f.Add(`{"task":"api:2","fact":"version","value":"99999999999999999999.1"}` + "\n" + `{"task":"yuv:YV12","fact":"impossible","value":"\u0000"}`)
	f.Fuzz(func(t *testing.T, text string) {
		for _, desktop := range []bool{false, true} {
			p := Process{ABI: "x86_64", Bits: 64}
			p.fill(readProbeOutput(strings.NewReader(text)), "/vendor/x.so", 8)
			r := &Report{Processes: []Process{p}, Choices: []Choice{{Abort: "x"}}}
			r.finish(Options{Layer: "l", Registry: registry.Builtin()}, desktop)
			if _, err := json.Marshal(r); err != nil {
				t.Error(err)
			}
			if len(r.Processes[0].Requirements) != len(Requirements()) {
				t.Errorf("%d requirements", len(r.Processes[0].Requirements))
			}
		}
	})
}
