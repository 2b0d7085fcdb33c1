package crash

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
)

func TestParseFrame(t *testing.T) {
	for line, want := range map[string]Frame{
		"      #00 pc 000000000009f2c0  /data/data/com.example.game/liba.so (main.eglChooseConfig+32) (BuildId: 12AB)": {PC: 0x9f2c0,
			Path: "/data/data/com.example.game/liba.so", Function: "main.eglChooseConfig+32", BuildID: "12ab"},
		"11-21 10:00:00.000  4711  4711 F DEBUG   :     #01 pc 0009f2c0  /system/lib/libc.so (abort+63)": {Index: 1, PC: 0x9f2c0, Path: "/system/lib/libc.so", Function: "abort+63"},
		"#02 pc 0000000000001000  /data/app/~~a==/game-b==/base.apk!liba.so (offset 0x21000) (ns::f(int, char (*)[2])+4) (BuildId: 00ff)": {Index: 2, PC: 0x1000,
			Path: "/data/app/~~a==/game-b==/base.apk!liba.so", Function: "ns::f(int, char (*)[2])+4", BuildID: "00ff"},
		"#03 pc 0000000000001000  /data/app/a b/liba.so (main.(*layer).hook+4)": {Index: 3, PC: 0x1000, Path: "/data/app/a b/liba.so", Function: "main.(*layer).hook+4"},
		"#04 pc 0000000000000012  <anonymous:7b4f3c2000>":                       {Index: 4, PC: 0x12, Path: "<anonymous:7b4f3c2000>"},
		"#05 pc 0000000000000012  /system/lib64/liba.so (offset 0x1000)":        {Index: 5, PC: 0x12, Path: "/system/lib64/liba.so"},
	} {
		got, is := ParseFrame(line)
		want.Places = []Place{}
		if !is || fmt.Sprintf("%+v", got) != fmt.Sprintf("%+v", want) {
			t.Errorf("%s\n got %+v\nwant %+v", line, got, want)
		}
	}
	for _, line := range []string{"", "#00", "#00 pc zz /a", "#00 pc 12", "pc 0012 /a", "#99999 pc 0012 /a", "#00 pc 00112233445566778899 /a"} {
		if f, is := ParseFrame(line); is {
			t.Errorf("%q is %+v", line, f)
		}
	}
}

func TestLibrary(t *testing.T) {
	for path, want := range map[string]string{"/data/a/liba.so": "liba.so", "/data/base.apk!liba.so": "liba.so", "/data/base.apk!/lib/x86/liba.so": "liba.so", "<unknown>": "<unknown>"} {
		if got := (Frame{Path: path}).Library(); got != want {
			t.Errorf("%s: %s", path, got)
		}
	}
}

// A Go stack trace already has the source positions.
func TestGoTrace(t *testing.T) {
	const log = `11-21 10:00:00.000  4711  4733 E mylayer : panic: assignment to entry in nil map
11-21 10:00:00.000  4711  4733 E mylayer : goroutine 17 [running, locked to thread]:
11-21 10:00:00.000  4711  4733 E mylayer : main.(*layer).eglChooseConfig(0x1, {0x40, 0x2})
11-21 10:00:00.000  4711  4733 E mylayer : 	/home/me/my layer/hooks.go:13 +0x1c
created by main.start in goroutine 1
	/home/me/main.go:7 +0x20
some other line
`
	r, err := Read(t.Context(), strings.NewReader(log))
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, e := range r.Entries {
		if e.Frame != nil {
			got = append(got, e.Frame.Places[0].String())
		} else {
			got = append(got, e.Text)
		}
	}
	want := []string{"panic: assignment to entry in nil map", "goroutine 17 [running, locked to thread]:",
		"main.(*layer).eglChooseConfig at /home/me/my layer/hooks.go:13", "main.start in goroutine 1 at /home/me/main.go:7"}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("%s", strings.Join(got, "\n"))
	}
}

// A log may be long and have long lines; the newest crash is at its end.
func TestLongLog(t *testing.T) {
	frame := "#00 pc 12 /a\n"
	for name, before := range map[string]string{
		"noise":     strings.Repeat("11-21 10:00:00.000  4711  4711 I game : a line of no worth, as most of a log are\n", 400_000),
		"long line": strings.Repeat("x", 2<<20) + "\n",
	} {
		r, err := Read(t.Context(), strings.NewReader(before+frame+"no end of a line"))
		if err != nil || len(r.Frames()) != 1 {
			t.Errorf("%s: %d frames, %v", name, len(r.Frames()), err)
		}
	}
	r, err := Read(t.Context(), strings.NewReader(strings.Repeat(frame, 2*mostEntries)+"#07 pc 12 /a"))
	if err != nil || len(r.Entries) != mostEntries || r.Dropped != mostEntries+1 || r.Entries[mostEntries-1].Frame.Index != 7 {
		t.Errorf("%d entries, %d dropped, %v", len(r.Entries), r.Dropped, err)
	}
}

// Read returns when its context is canceled, even if the log has not ended.
func TestReadIsInterrupted(t *testing.T) {
	ctx, stop := context.WithCancel(t.Context())
	in, out := io.Pipe()
	defer out.Close()
	go func() {
		_, _ = io.WriteString(out, "#00 pc 12 /a\n")
		stop()
	}()
	if _, err := Read(ctx, in); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}
