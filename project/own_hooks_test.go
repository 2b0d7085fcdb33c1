package project

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/gleslayergen/gleslayergen/internal/testutil"
)

// A function that the author has written, in any file, gets no stub; a removed one gets a stub on request.
func TestStubs(t *testing.T) {
	dir := createWith(t)
	testutil.WriteFiles(t, dir, map[string]string{"mine_windows.go": "package main\n\nfunc glClear() {}\n", "core/own.c": "void hook_glFlush(void (*next)(void)) { next(); }\n",
		"hooks_2.go": "package main\n"})
	u := planUpdate(t, UpdateRequest{Root: dir, Add: []string{"glClear", "glEnable", "c:glFlush", "c:glFinish"}})
	if err := u.Write(t.Context()); err != nil {
		t.Fatal(err)
	}
	u.Close()
	own, err := FindHooks(os.DirFS(dir))
	if err != nil {
		t.Fatal(err)
	}
	places := fmt.Sprint(own.Go, own.C)
	for _, want := range []string{"glEnable:hooks_3.go:", "glFinish:core/hooks.c:", "glClear:mine_windows.go:3", "glFlush:core/own.c:1"} {
		if !strings.Contains(places, want) {
			t.Errorf("no %s in %s", want, places)
		}
	}
	if len(own.Go) != 4 || len(own.C) != 2 { // with main and the earlier hook
		t.Errorf("%v", places)
	}
	testutil.WriteFiles(t, dir, map[string]string{"hooks_3.go": "package main\n"}) // glEnable was removed and is not added again
	if u := planUpdate(t, UpdateRequest{Root: dir}); len(u.Changes) != 0 {
		t.Errorf("%v", u.Changes)
	} else {
		u.Close()
	}
	for _, c := range []struct{ name, want string }{{"glClear", "the hook already exists at mine_windows.go:3"}, {"glDisable", "does not intercept this function"}, {"glFlush", "the hook already exists at core/own.c:1"}, {"a b", "does not intercept this function"}} {
		checkRefused(t, dir, UpdateRequest{Stub: []string{c.name}}, c.want)
	}
	u = planUpdate(t, UpdateRequest{Root: dir, Stub: []string{"glEnable"}})
	if len(u.Changes) != 2 || u.Changes[1].Path != "hooks_4.go" {
		t.Errorf("%v", u.Changes)
	}
}
