package record

import (
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// An app that replaces its registration with a pipe blocks nothing, and earlier registrations count.
func TestListScript(t *testing.T) {
	data, bin := t.TempDir(), t.TempDir()
	dir, pipe := filepath.Join(data, "gltrace"), filepath.Join(data, "pipe")
	if err := errors.Join(os.Mkdir(dir, 0o700), syscall.Mkfifo(pipe, 0o600)); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"1", "2", "3", "x"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte("I am "+name+"\nand \\t more\n"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	head, err := exec.LookPath("head")
	if err != nil {
		t.Fatal(err)
	}
	// Forces the race: 2 is a regular file when it is tested, and a pipe when it is read.
	swapped := "#!/bin/sh\nif [ \"$3\" = 2 ]; then exec " + head + " -c \"$2\" " + pipe + "; fi\nexec " + head + " \"$@\"\n"
	if err := os.WriteFile(filepath.Join(bin, "head"), []byte(swapped), 0o700); err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithTimeout(t.Context(), time.Minute)
	defer stop()
	cmd := exec.CommandContext(ctx, "sh", "-c", fmt.Sprintf(listScript, "'"+data+"'"))
	cmd.Env = append(os.Environ(), "PATH="+bin+":"+os.Getenv("PATH"))
	out, err := cmd.Output()
	if err != nil || ctx.Err() != nil {
		t.Fatal(err, ctx.Err())
	}
	words := strings.Fields(string(out))
	if len(words) < 2 || len(words) > 3 || words[0] != "1" {
		t.Fatalf("%q", out)
	}
	if text, err := base64.StdEncoding.DecodeString(words[1]); err != nil || string(text) != "I am 1\nand \\t more\n" {
		t.Errorf("%q, %v", text, err)
	}
}
