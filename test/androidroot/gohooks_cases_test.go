//go:build androidroot && linux

package androidroot

import (
	"os"
	"strings"
)

// A goCase is a list of commands for the program, and what the log then has: the lines of the program, the layers and Go, and
// how the program ended.
type goCase struct {
	name, app, want string
	layers          string // "" for upper and below
	program         string // "" for app
	chain           bool   // with the signal chain of the runtime of apps

	arm string            // want on armeabi-v7a, where Go does not use the signal chain; "" for the same
	not map[string]string // why it is not played, by ABI
}

// The parts of the cases.
const (
	scratch = "/data/local/tmp/"
	load    = "load " + scratch + "foreign.so "
	both    = "libupper.so:liblower.so:libbelow.so"
	second  = "E upper: /data/local/debug/gles/liblower.so already contains a Go runtime, and Android supports one per process: hooks in Go stay off"
	noRoom  = "E upper: " + scratch + "foreign.so already contains a Go runtime, and Android supports one per process: hooks in Go stay off"
	late    = "E upper: another Go runtime started in this process: hooks in Go are switched off"
	panicIn = "E upper: the hook of glClear panicked and is switched off: "
	nilIn   = panicIn + "runtime error: invalid memory address or nil pointer dereference"
	goRan   = "I upper: Go ran 1 times"
	cRan    = "I upper: C ran 1 times"
	system  = "E upper: this is an Android system process: hooks in Go stay off|" + cRan + "|driver 1 and 1, foreign 0"
	aborted = "|Fatal signal 6|killed"

	// The destructor of the program's thread key runs before or after Go's, in the order in which the keys were created.
	makeKey    = "thread 1 { ending { } } "
	endings    = "times 20 { thread 8 { go 0 ending { go 0 c 0 } } go 1 } go 9 c 9 counts"
	endingsRan = "I upper: Go ran 341 times|I upper: C ran 161 times|driver 341 and 161, foreign 0"
)

var goCases = []goCase{
	{name: "threads come and go", app: "init go 4 times 20 { thread 8 { times 25 { go 0 c 0 } } go 1 } go 9 c 9 counts",
		want: `I upper: ["gojni"], 0 variables|I upper: Go ran 4022 times|I upper: C ran 4001 times|driver 4022 and 4001, foreign 0`},
	{name: "calls before the destructors", app: makeKey + "init " + endings, want: endingsRan},
	{name: "calls after the destructors", app: "init " + endings, want: endingsRan},
	{name: "the limit of Go's memory", app: "init go 5", want: "I upper: Go's memory is kept below 64 MiB"},
	{name: "opened in a constructor", app: "inside " + scratch + "inside.so /data/local/debug/gles/libupper.so init go 9 c 9 counts",
		want: goRan + "|" + cRan + "|driver 1 and 1, foreign 0"},
	{name: "a fork", app: "init go 9 fork { go 9 c 9 counts } go 9 counts",
		want: goRan + "|" + cRan + "|driver 2 and 1, foreign 0|child: 0|I upper: Go ran 2 times|driver 2 and 0, foreign 0"},
	{name: "surfaceflinger", program: "/system/bin/surfaceflinger", app: "init go 9 c 9 counts", want: system},
	{name: "zygote", program: scratch + "zygote64", app: "init go 9 c 9 counts", want: system},

	{name: "a panic", app: "init go 2 go 9 c 9 counts", want: panicIn + "on purpose|" + cRan + "|driver 2 and 1, foreign 0"},
	{name: "a panic after next", app: "init go 19 go 9 c 9 counts", want: panicIn + "after next|" + cRan + "|driver 2 and 1, foreign 0"},
	{name: "a nil pointer", app: "init go 3 go 9 c 9 counts", want: nilIn + "|" + cRan + "|driver 2 and 1, foreign 0"},
	{name: "next in a goroutine", app: "init go 20 go 9 counts", want: "I upper: Go ran 2 times|driver 3 and 0, foreign 0"},
	{name: "runtime.Goexit", app: "init go 10",
		want: "E upper: the hook of glClear called runtime.Goexit, which ends the app: return instead (gleslayergen explain vet-goexit)|" +
			"*fatal error: runtime.Goexit called in a thread that was not created by the Go runtime|*" + aborted},
	{name: "a panic in a goroutine", app: "init go 11", want: "E Go: panic: in a goroutine|*" + aborted},
	{name: "os.Exit", app: "init go 12", want: "exit 12"},
	{name: "a fatal error", app: "init go 13", want: "E Go: fatal error: sync: unlock of unlocked mutex|*" + aborted},
	{name: "an invalid address", app: "init go 14", want: "E Go: unexpected fault address 0xfff000|E Go: fatal error: fault" + aborted,
		not: map[string]string{"armeabi-v7a": "the emulator does not report the address of a fault"}},
	{name: "a small number in a pointer", app: "init go 15", want: "*E Go: fatal error: invalid pointer found on stack|*" + aborted},
	{name: "a stack overflow", app: "init go 16", want: "*E Go: fatal error: stack overflow|*" + aborted},
	{name: "no memory", app: "init go 17", want: "*out of memory*" + aborted,
		not: map[string]string{"arm64-v8a": "the emulator itself runs out of memory"}},
	{name: "a map without a lock", app: "init go 18", want: "E Go: fatal error: concurrent map writes|*" + aborted},
	{name: "a null function in C", app: "init c 7", want: "Fatal signal 11|killed"},
	{name: "abort in C", app: "init c 8", want: "Fatal signal 6|killed"},

	{name: "two layers", layers: both, app: "init thread 4 { times 25000 { go 0 c 0 } } go 9 c 9 counts",
		want: second + "|I lower: Go ran 100001 times|I upper: C ran 100001 times|I lower: C ran 100001 times|driver 100001 and 100001, foreign 0"},
	{name: "two layers, with a fault in the one whose Go runs", layers: both, app: "init await upper go 3 go 9 c 9 counts",
		want: second + "|" + strings.ReplaceAll(nilIn, "upper", "lower") + "|" + cRan + "|I lower: C ran 1 times|driver 2 and 1, foreign 0"},
	{name: "the app's Go first", app: load + "foreign 0 init go 9 c 9 foreign 0 thread 4 { go 0 foreign 0 } counts",
		want: noRoom + "|" + cRan + "|driver 5 and 1, foreign 6"},
	{name: "the app's Go first, with a fault in it", app: load + "foreign 1 init await upper go 9 foreign 1 counts",
		want: noRoom + "|driver 1 and 0, foreign 2"},
	{name: "the app's Go before the first hook", app: "init " + load + "foreign 0 go 9 c 9 go 9 foreign 1 counts",
		want: late + "|" + cRan + "|driver 2 and 1, foreign 2"},
	{name: "the app's Go after a hook", app: "init go 9 " + load + "foreign 0 go 9 c 9 go 9 foreign 1 counts",
		want: goRan + "|" + late + "|" + cRan + "|driver 3 and 1, foreign 2"},
	{name: "the app's Go on threads between hooks", app: "init go 0 " + load + "thread 8 { times 50 { go 0 c 0 } foreign 0 times 50 { go 0 c 0 } } go 9 counts",
		want: late + "|driver 802 and 800, foreign 8"},
	{name: "the app's Go on another thread", app: "init go 0 " + load + "thread 1 { foreign 0 } go 9 c 9 counts",
		want: "I upper: Go ran 2 times|" + cRan + "|driver 2 and 1, foreign 1"},
	{name: "the app's Go on another thread, and a nil pointer", app: "init go 9 " + load + "thread 1 { foreign 0 } go 3 c 9 counts",
		want: goRan + "|E Go: *|killed"},
	{name: "the app's Go below a hook", app: "init go 9 " + load + "callback times 50 { go 1 } counts",
		want: goRan + "|*|killed"},

	{name: "a fault in C, and no handler", app: "init go 9 fault go 9", want: goRan + "|Fatal signal 11|killed"},
	{name: "a fault below a hook, and no handler", app: "init break go 9", want: goRan + "|Fatal signal 11|killed"},
	{name: "handlers before", app: "handle SEGV handle URG init go 1 kill URG tgkill URG fault go 3 fault c 9 counts",
		want: "host: URG|host: URG|host: SEGV|" + nilIn + "|host: SEGV|" + cRan + "|driver 2 and 1, foreign 0"},
	{name: "handlers before, a fault below a hook", app: "handle SEGV init break go 0", want: "host: SEGV|exit 33"},
	{name: "handlers after", app: "init go 1 handle SEGV handle URG kill URG tgkill URG go 1 fault go 9 go 3",
		want: "host: URG|host: URG|host: SEGV|I upper: Go ran 3 times|host: SEGV|exit 33"},
	{name: "handlers after that hand on", app: "init pass SEGV go 3 c 9 counts", want: "host: hands on|" + nilIn + "|" + cRan + "|driver 1 and 1, foreign 0"},
	{name: "a handler without an alternate stack, before", app: "plain SEGV init go 3 c 9 counts", want: nilIn + "|" + cRan + "|driver 1 and 1, foreign 0"},
	{name: "a handler without an alternate stack, after", app: "init plain SEGV go 3 c 9 counts",
		want: "host: hands on|*E Go: fatal error: non-Go code set up signal handler without SA_ONSTACK flag|*" + aborted},
	{name: "a pipe without a reader", app: "init go 9 pipe", want: goRan + "|killed"},
	{name: "the signal chain", chain: true, app: "first SEGV handle SEGV init go 3 fault c 9 counts",
		want: "host: first|" + nilIn + "|host: first|host: SEGV|" + cRan + "|driver 1 and 1, foreign 0",
		arm:  nilIn + "|host: first|host: SEGV|" + cRan + "|driver 1 and 1, foreign 0"},
	{name: "the signal chain, and no handler", chain: true, app: "first SEGV init go 3 fault", want: "host: first|" + nilIn + "|host: first|Fatal signal 11|killed",
		arm: nilIn + "|host: first|Fatal signal 11|killed"},
	{name: "the signal chain, and a handler after", chain: true, app: "first SEGV init go 9 handle SEGV fault go 9 go 3",
		want: goRan + "|host: first|host: SEGV|I upper: Go ran 2 times|host: first|host: SEGV|exit 33",
		arm:  goRan + "|host: first|host: SEGV|I upper: Go ran 2 times|" + nilIn},
	{name: "the signal chain, and the app's Go first, with a fault in it", chain: true, app: "first SEGV " + load + "foreign 1 init await upper go 9 foreign 1 counts",
		want: "host: first|" + noRoom + "|host: first|driver 1 and 0, foreign 2",
		arm:  noRoom + "|driver 1 and 0, foreign 2"},
}

// wanted returns what the log then has on an ABI.
func (c goCase) wanted(abi string) string {
	if abi == "armeabi-v7a" && c.arm != "" {
		return c.arm
	}
	return c.want
}

// unsuitable returns why a root cannot play the case, or "".
func (c goCase) unsuitable(r *root) string {
	if _, err := os.Stat(r.path(chainFile)); c.chain && err != nil {
		return "the files of Android have no libsigchain.so of the APEX com.android.art"
	}
	return c.not[r.abi.Name]
}

// fits reports whether the lines are as expected. In want, * stands for any lines.
func fits(lines, want string) bool {
	parts := strings.Split(want, "*")
	rest, ok := strings.CutPrefix(lines, parts[0])
	for _, part := range parts[1:] {
		var found bool
		_, rest, found = strings.Cut(rest, part)
		ok = ok && found
	}
	return ok && (rest == "" || strings.HasSuffix(want, "*"))
}
