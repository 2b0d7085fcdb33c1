package session_test

import (
	"context"
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
	if err := (&session.Session{}).Serve(t.Context(), folder); err != nil {
		t.Fatal(err)
	}
	if a := session.Ask(t.Context(), folder, session.Request{Verb: "status"}); len(a) != 1 {
		t.Fatalf("it does not answer: %v", a)
	}
}
