package tracecmd

import (
	"testing"

	"github.com/gleslayergen/gleslayergen/trace/record"
)

func TestChooseRecording(t *testing.T) {
	all := []record.Status{{PID: 1}, {PID: 2}, {PID: 2, App: "a.b"}, {PID: 3, Reason: "stopped"}}
	for _, c := range []struct {
		flags viewFlags
		want  int // index in all, -1 for an error
	}{{viewFlags{}, -1}, {viewFlags{pid: 1}, 0}, {viewFlags{pid: 2}, -1}, {viewFlags{pid: 2, app: "a.b"}, 2}, {viewFlags{app: "a.b"}, 2}, {viewFlags{pid: 3}, -1}} {
		got, err := c.flags.choose(all)
		if (err == nil) != (c.want >= 0) || err == nil && got != all[c.want] {
			t.Errorf("%+v: %+v, %v", c.flags, got, err)
		}
	}
}
