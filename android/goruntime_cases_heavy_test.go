//go:build heavy && linux

package android

import (
	"os"
	"strings"
	"testing"
)

// The parts of the program's output.
const (
	noRoom   = "already contains a Go runtime, and Android supports one per process: hooks in Go stay off|"
	came     = "log 6/upper: another Go runtime started in this process: hooks in Go are switched off|"
	panicked = "log 6/upper: the hook of glClear panicked and is switched off: "
	nilFault = panicked + "runtime error: invalid memory address or nil pointer dereference|"
	cRan     = "log 4/upper: C ran 1 times|"
)

// endings is an app whose threads call GL while they exit. Its thread-key destructor runs before or after
// Go's, in the order in which the keys were created.
const (
	makeKey    = "thread 1 { ending { } } "
	endings    = "times 20 { thread 8 { go 0 ending { go 0 c 0 } } go 1 } go 9 c 9 counts"
	endingsRan = "log 4/upper: Go ran 341 times|log 4/upper: C ran 161 times|driver 341 and 161, foreign 0"
)

// cases are scripts for testdata/goruntime/host.c, and the expected output of app and layers.
var cases = []struct {
	name, app, want string
	before10        string // expected differences where each Go runtime has its own TLS word; if want is "", played only there
}{
	{name: "threads come and go",
		app:  "open ./upper.so init go 4 times 20 { thread 8 { times 25 { go 0 c 0 } } go 1 } go 9 c 9 counts",
		want: `log 4/upper: ["gojni"], 0 variables|log 4/upper: Go ran 4022 times|log 4/upper: C ran 4001 times|driver 4022 and 4001, foreign 0`},
	{name: "calls before the destructors", app: makeKey + "open ./upper.so init " + endings, want: endingsRan},
	{name: "calls after the destructors", app: "open ./upper.so init " + endings, want: endingsRan},
	{name: "a panic",
		app:  "open ./upper.so init go 2 go 9 c 9 counts",
		want: panicked + "on purpose|" + cRan + "driver 2 and 1, foreign 0"},
	{name: "the limit of Go's memory",
		app:  "open ./upper.so init go 5",
		want: "log 4/upper: Go's memory is kept below 64 MiB"},
	{name: "opened in a constructor",
		app:  "inside ./inside.so ./upper.so open ./upper.so init go 9 c 9 counts",
		want: "log 4/upper: Go ran 1 times|" + cRan + "driver 1 and 1, foreign 0"},
	{name: "two layers", // 1,000,000 calls
		app: "open ./lower.so open ./upper.so init thread 4 { times 125000 { go 0 c 0 } } go 9 c 9 counts",
		want: "log 6/upper: ./lower.so " + noRoom + "log 4/lower: Go ran 500001 times|" +
			"log 4/upper: C ran 500001 times|log 4/lower: C ran 500001 times|driver 500001 and 500001, foreign 0"},
	{name: "two layers, with a fault in the one whose Go runs",
		app: "open ./lower.so open ./upper.so init await upper go 3 go 9 c 9 counts",
		want: "log 6/upper: ./lower.so " + noRoom + strings.ReplaceAll(nilFault, "upper", "lower") +
			cRan + "log 4/lower: C ran 1 times|driver 2 and 1, foreign 0"},

	{name: "the app's Go first",
		app:  "load ./foreign.so foreign 0 open ./upper.so init go 9 c 9 foreign 0 thread 4 { go 0 foreign 0 } counts",
		want: "log 6/upper: ./foreign.so " + noRoom + cRan + "driver 5 and 1, foreign 6"},
	{name: "the app's Go first, with a fault in it",
		app:  "load ./foreign.so foreign 1 open ./upper.so init await upper go 9 foreign 1 counts",
		want: "log 6/upper: ./foreign.so " + noRoom + "driver 1 and 0, foreign 2"},
	{name: "the app's Go before the first hook",
		app:      "open ./upper.so init load ./foreign.so foreign 0 go 9 c 9 go 9 foreign 1 counts",
		want:     came + cRan + "driver 2 and 1, foreign 2",
		before10: "log 4/upper: Go ran 1 times|" + cRan + "log 4/upper: Go ran 2 times|driver 2 and 1, foreign 2"},
	{name: "the app's Go after a hook",
		app:      "open ./upper.so init go 9 load ./foreign.so foreign 0 go 9 c 9 go 9 foreign 1 counts",
		want:     "log 4/upper: Go ran 1 times|" + came + cRan + "driver 3 and 1, foreign 2",
		before10: "log 4/upper: Go ran 1 times|log 4/upper: Go ran 2 times|" + cRan + "log 4/upper: Go ran 3 times|driver 3 and 1, foreign 2"},
	{name: "the app's Go on threads between hooks",
		app:      "open ./upper.so init go 0 load ./foreign.so thread 8 { times 50 { go 0 c 0 } foreign 0 times 50 { go 0 c 0 } } go 9 counts",
		want:     came + "driver 802 and 800, foreign 8",
		before10: "log 4/upper: Go ran 802 times|driver 802 and 800, foreign 8"},
	{name: "the app's Go on another thread",
		app:  "open ./upper.so init go 0 load ./foreign.so thread 1 { foreign 0 } go 9 c 9 counts",
		want: "log 4/upper: Go ran 2 times|" + cRan + "driver 2 and 1, foreign 1"},

	// Since Android 10, the app ends, at the first call or later: TestGoHooks in test/androidroot.
	{name: "the app's Go below a hook",
		app:      "open ./upper.so init load ./foreign.so callback go 9 c 9 counts",
		before10: "log 4/upper: Go ran 1 times|" + cRan + "driver 1 and 1, foreign 0"},

	{name: "a nil pointer",
		app:  "open ./upper.so init go 3 go 9 c 9 counts",
		want: nilFault + cRan + "driver 2 and 1, foreign 0"},
	{name: "a fault in C, and no handler",
		app:  "open ./upper.so init go 9 fault go 9",
		want: "log 4/upper: Go ran 1 times|signal: segmentation fault"},
	{name: "handlers before",
		app:  "handle SEGV handle URG open ./upper.so init go 1 kill URG tgkill URG fault go 3 fault c 9 counts",
		want: "host: URG|host: URG|host: SEGV|" + nilFault + "host: SEGV|" + cRan + "driver 2 and 1, foreign 0"},
	{name: "handlers before, a fault below a hook",
		app:  "handle SEGV open ./upper.so init break go 0",
		want: "host: SEGV|exit status 33"},
	// A handler that is installed later and does not pass a fault on hides it from Go, too: the app ends as
	// it chose.
	{name: "handlers after",
		app:  "open ./upper.so init go 1 handle SEGV handle URG kill URG tgkill URG go 1 fault go 9 go 3",
		want: "host: URG|host: URG|host: SEGV|log 4/upper: Go ran 3 times|host: SEGV|exit status 33"},
	{name: "handlers after that hand on",
		app:  "open ./upper.so init pass SEGV go 3 c 9 counts",
		want: "host: hands on|" + nilFault + cRan + "driver 1 and 1, foreign 0"},

	{name: "a handler without an alternate stack, before",
		app:  "plain SEGV open ./upper.so init go 3 c 9 counts",
		want: nilFault + cRan + "driver 1 and 1, foreign 0"},
	{name: "a pipe without a reader",
		app:  "open ./upper.so init go 9 pipe",
		want: "log 4/upper: Go ran 1 times|signal: broken pipe"},

	{name: "a fork",
		app: "open ./upper.so init go 9 fork { go 9 c 9 counts } go 9 counts",
		want: "log 4/upper: Go ran 1 times|" + cRan + "driver 2 and 1, foreign 0|child: 0|" +
			"log 4/upper: Go ran 2 times|driver 2 and 0, foreign 0"},
}

// Go hooks run where they can and are skipped where they cannot. In neither case do they harm the app.
func TestGoRuntime(t *testing.T) {
	ndk := standIn(t)
	for _, m := range []machine{deviceLike, native} {
		t.Run(m.abi, func(t *testing.T) {
			dir := m.install(t, ndk)
			for _, c := range cases {
				want := c.want
				if c.before10 != "" && !m.fixedSlot {
					want = c.before10
				}
				if want == "" {
					continue
				}
				t.Run(c.name, func(t *testing.T) { checkOutput(t, m.play(t, dir, "com.example.app", os.Environ(), c.app), want) })
			}
			systemProcesses(t, m, dir)
			settings(t, m, dir)
			t.Run("an empty environment", func(t *testing.T) {
				checkOutput(t, m.play(t, dir, "com.example.app", []string{}, "open ./upper.so init go 4 c 9 counts"),
					`log 4/upper: ["gojni"], 0 variables|`+cRan+"driver 1 and 1, foreign 0")
			})
		})
	}
}

func systemProcesses(t *testing.T, m machine, dir string) {
	const off = "log 6/upper: this is an Android system process: hooks in Go stay off|" + cRan + "driver 1 and 1, foreign 0"
	const on = "log 4/upper: Go ran 1 times|" + cRan + "driver 1 and 1, foreign 0"
	for name, want := range map[string]string{"zygote": off, "zygote64": off, "system_server": off, "surfaceflinger": off,
		"/system/bin/surfaceflinger": off, "com.example.zygote": on, "system_servers": on} {
		t.Run(strings.ReplaceAll(name, "/", "_"), func(t *testing.T) {
			checkOutput(t, m.play(t, dir, name, os.Environ(), "open ./upper.so init go 9 c 9 counts"), want)
		})
	}
}

func checkOutput(t *testing.T, got, want string) {
	t.Helper()
	if got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}
