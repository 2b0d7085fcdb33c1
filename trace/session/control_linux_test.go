package session_test

import (
	"context"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"github.com/gleslayergen/gleslayergen/internal/ownfolder"
	"github.com/gleslayergen/gleslayergen/trace/session"
)

// Who asks just as a host begins does not take its socket for that of one that was killed.
func TestAskedAsItBegins(t *testing.T) {
	for range 100 {
		folder := filepath.Join(t.TempDir(), "control")
		if err := ownfolder.Make(folder); err != nil {
			t.Fatal(err)
		}
		beginsWhileAsked(t, folder)
	}
}

func beginsWhileAsked(t *testing.T, folder string) {
	ctx, stop := context.WithCancel(t.Context())
	var all sync.WaitGroup
	defer all.Wait()
	defer stop()
	for range 4 {
		all.Go(func() {
			for ctx.Err() == nil {
				session.Ask(ctx, folder, session.Request{Verb: "status"})
			}
		})
	}
	stop, err := (&session.Session{}).Serve(folder)
	if err != nil {
		t.Fatal(err)
	}
	defer stop()
	if a := session.Ask(t.Context(), folder, session.Request{Verb: "status"}); len(a) != 1 {
		t.Fatalf("it does not answer: %v", a)
	}
}

// Nobody is asked in a folder that others could have put a socket into; and a folder that is there for other things, too, stays as
// it is, while nobody else gets at the socket.
func TestForeignHosts(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "control")
	if err := os.Mkdir(folder, 0o755); err != nil {
		t.Fatal(err)
	}
	stop, err := (&session.Session{}).Serve(folder)
	if err != nil {
		t.Fatal(err)
	}
	defer stop()
	status := session.Request{Verb: "status"}
	if a := session.Ask(t.Context(), folder, status); len(a) != 1 {
		t.Errorf("%v", a)
	}
	sockets, err := filepath.Glob(filepath.Join(folder, "host-*"))
	if err != nil || len(sockets) != 1 {
		t.Fatal(sockets, err)
	}
	for path, want := range map[string]os.FileMode{folder: 0o755, sockets[0]: 0o600} {
		if info, err := os.Stat(path); err != nil || info.Mode().Perm() != want {
			t.Errorf("%s: %v, %v", path, info, err)
		}
	}
	link := folder + "-link"
	if err := os.Symlink(folder, link); err != nil {
		t.Fatal(err)
	}
	if a := session.Ask(t.Context(), link, status); len(a) != 0 {
		t.Errorf("behind a link: %v", a)
	}
	if err := os.Chmod(folder, 0o777); err != nil {
		t.Fatal(err)
	}
	if a := session.Ask(t.Context(), folder, status); len(a) != 0 {
		t.Errorf("where others can write: %v", a)
	}
	if _, err := (&session.Session{}).Serve(folder); err == nil {
		t.Error("it listens where others can write")
	}
}
