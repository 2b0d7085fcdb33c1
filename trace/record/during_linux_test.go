package record_test

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/gleslayergen/gleslayergen/internal/testutil"
	"github.com/gleslayergen/gleslayergen/internal/testutil/tracetest"
	"github.com/gleslayergen/gleslayergen/trace/format/tracepb"
	"github.com/gleslayergen/gleslayergen/trace/record"
	"github.com/gleslayergen/gleslayergen/trace/record/link"
)

// A program is recorded while it runs; progress is shown until all data is in the file, and status requests
// are served meanwhile.
func TestDuring(t *testing.T) {
	r := tracetest.NewRecorder(t, frames(1<<30))
	s := &record.Session{Out: filepath.Join(t.TempDir(), "x.gltrace"), Options: &tracepb.Options{Recording: true}, Frames: 5,
		OnError: func(_ link.Registration, err error) { t.Error(err) }}
	recorded, shown := make(chan bool), false
	err := s.During(t.Context(), record.Program{
		From: &record.Local{Dir: r.Dir}, Dir: r.Dir,
		Run: func() {
			<-recorded
			if a := record.QueryReceivers(t.Context(), r.Dir, record.Request{Command: "status"}); len(a) != 1 {
				t.Errorf("%v", a)
			}
		},
		Show: func(over func() bool) {
			testutil.Poll(s.IsFinished)
			close(recorded)
			testutil.Poll(over)
			shown = s.IsFinished()
		},
		OnControlError: func(err error) { t.Error(err) },
		OnSearchError:  func(err error) { t.Error(err) },
	})
	if list := s.Statuses(); err != nil || !shown || len(list) != 1 || list[0].Frames != 5 || list[0].Reason != "stopped" {
		t.Errorf("%v, %v, %+v", err, shown, list)
	}
	if a := record.QueryReceivers(t.Context(), r.Dir, record.Request{Command: "status"}); len(a) != 0 {
		t.Errorf("the session still answers: %v", a)
	}
}

// A process that ends after the program is recorded to its end.
func TestDuringGrace(t *testing.T) {
	r := tracetest.NewRecorder(t, frames(300))
	s := &record.Session{Out: filepath.Join(t.TempDir(), "x.gltrace"), Options: &tracepb.Options{Recording: true}}
	begun := make(chan bool)
	s.OnStart = func(record.Status) { close(begun) }
	_ = s.During(t.Context(), record.Program{ // the error is that the recorder sends no end
		From: &record.Local{Dir: r.Dir}, Dir: r.Dir, Grace: testutil.Budget,
		Run:  func() { <-begun },
		Show: func(func() bool) {},
	})
	if list := s.Statuses(); len(list) != 1 || list[0].Frames != 300 || list[0].Reason == "stopped" {
		t.Errorf("%+v", list)
	}
}

// Errors of control requests and of the search are reported, and do not end the program.
func TestDuringWarns(t *testing.T) {
	warnings, ran := make(chan string, 2), false
	warn := func(what string) func(error) { return func(err error) { warnings <- fmt.Sprint(what, ": ", err) } }
	var warned []string
	err := (&record.Session{}).During(t.Context(), record.Program{
		From: &record.Local{Dir: "/dev/null"}, Dir: "/dev/null",
		Run:            func() { warned, ran = []string{<-warnings, <-warnings}, true },
		Show:           func(over func() bool) {},
		OnControlError: warn("deaf"),
		OnSearchError:  warn("lost"),
	})
	if err != nil || !ran || !strings.HasPrefix(warned[0], "deaf: ") || !strings.HasPrefix(warned[1], "lost: ") || !strings.Contains(warned[1], "not a directory") {
		t.Errorf("%v, %v: %q", err, ran, warned)
	}
}

func TestEnviron(t *testing.T) {
	env := []string{"A=1", "GLTRACE_FILE=/x", "GLTRACE_MEMORY=8", "GLTRACE_FOLDER=/y", "GLTRACE_RUN=o"}
	got := record.Run{Dir: "/f", ID: "i", Settings: []string{"start", "no_arrays"}}.Environ(env)
	want := []string{"A=1", "GLTRACE_MEMORY=8", "GLTRACE_FOLDER=/f", "GLTRACE_RUN=i", "GLTRACE_START=1", "GLTRACE_NO_ARRAYS=1"}
	if !slices.Equal(got, want) || env[1] != "GLTRACE_FILE=/x" {
		t.Errorf("got %q, before %q", got, env)
	}
}
