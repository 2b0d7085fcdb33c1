package project

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/gleslayergen/gleslayergen/internal/testutil"
	"github.com/gleslayergen/gleslayergen/registry"
)

// patience is a context that is canceled after a number of checks.
type patience struct {
	context.Context
	left chan struct{}
}

func (p patience) Err() error {
	select {
	case <-p.left:
		return nil
	default:
		return context.Canceled
	}
}

func TestCreateCancelled(t *testing.T) {
	root := t.TempDir()
	whole := false
	for asked := 0; !whole; asked++ {
		ctx := patience{t.Context(), make(chan struct{}, asked)}
		for range asked {
			ctx.left <- struct{}{}
		}
		_, err := Create(ctx, registry.Builtin(), request(filepath.Join(root, "new", "p")))
		if whole = err == nil; whole {
			checkProject(t, filepath.Join(root, "new", "p"))
		} else if testutil.CheckTree(t, root, map[string]string{}); err.Error() != "interrupted: nothing was written" {
			t.Errorf("after %d questions: %v", asked, err)
		}
		if asked > 1000 {
			t.Fatal("it never ends")
		}
	}
}

// new removes what a killed run left beside the project, and nothing else.
func TestAbandonedStages(t *testing.T) {
	root := t.TempDir()
	for name, content := range map[string]string{stagePrefix + "killed": stageName, stagePrefix + "user": "what a user wrote there", "other": stageName} {
		testutil.WriteFiles(t, root, map[string]string{name + "/" + content + "/x": ""})
	}
	if err := create(t, filepath.Join(root, "p")); err != nil {
		t.Fatal(err)
	}
	entries, _ := os.ReadDir(root)
	var names []string
	for _, e := range entries {
		names = append(names, e.Name())
	}
	if want := []string{stagePrefix + "user", "other", "p"}; !slices.Equal(names, want) {
		t.Errorf("%v, expected %v", names, want)
	}
}
