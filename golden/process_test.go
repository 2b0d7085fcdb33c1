package golden

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// Hooks in Go keep out of where a Go runtime cannot be; the app's calls go on to the driver all the same.
func TestGoStaysOff(t *testing.T) {
	k := kase{name: "process", request: request("active", "go", []string{"glClear"})}
	dir := k.write(t)
	hook := "package main\n\nimport \"gleslayer/gles\"\n\nfunc onInitialize(l *gles.Layer) {}\n\n" +
		"func glClear(next gles.GlClearFunc, mask gles.GLbitfield) {\n\tgles.Logf(\"hook %d\", mask)\n\tnext(mask)\n}\n"
	if err := os.WriteFile(filepath.Join(dir, "hooks.go"), []byte(hook), 0o666); err != nil {
		t.Fatal(err)
	}
	lib := build(t, dir)
	other := build(t, kase{name: "other", request: request("passive", "go", []string{"glFlush"})}.write(t))
	host := filepath.Join(t.TempDir(), "host")
	command(t, ".", "cc", "-Wall", "-Wextra", "-Werror", "-o", host, "testdata/process/host.c", "-ldl")

	for _, c := range []struct {
		name, as string
		args     []string
		want     string
	}{
		{"fork", host, []string{lib}, "gleslayer: hook 1|parent: driver|child: driver|gleslayer: hook 3|parent: driver"},
		{"zygote64", "zygote64", []string{lib}, "gleslayer: this is a process of the system: hooks in Go stay off|parent: driver|child: driver|parent: driver"},
		{"system_server", "/system/bin/system_server", []string{lib}, "gleslayer: this is a process of the system: hooks in Go stay off|parent: driver|child: driver|parent: driver"},
		{"another Go runtime", host, []string{lib, other}, "gleslayer: " + other + " has a Go runtime already: on Android, hooks in Go would stay off|gleslayer: hook 1|parent: driver|child: driver|gleslayer: hook 3|parent: driver"},
	} {
		t.Run(c.name, func(t *testing.T) {
			ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
			defer cancel()
			cmd := exec.CommandContext(ctx, host, c.args...)
			cmd.Args[0] = c.as
			out, err := cmd.CombinedOutput()
			if err != nil {
				t.Fatalf("%v\n%s", err, out)
			}
			got := strings.ReplaceAll(strings.TrimSpace(string(out)), "\n", "|")
			want := c.want
			if len(got) > 0 && strings.Contains(want, other) && len(other) > 127 {
				want = strings.ReplaceAll(want, other, other[:127]) // the message keeps that much of a path
			}
			if got != want {
				t.Errorf("got  %s\nwant %s", got, want)
			}
		})
	}
}
