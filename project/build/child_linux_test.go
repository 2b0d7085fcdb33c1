package build

import (
	"context"
	"fmt"
	"os"
	"testing"

	"github.com/gleslayergen/gleslayergen/internal/testutil"
	"github.com/gleslayergen/gleslayergen/pack"
	"github.com/gleslayergen/gleslayergen/project"
	"github.com/gleslayergen/gleslayergen/registry"
)

// childEnv makes the test binary a child process that creates and builds a project in the named directory, restricted as the
// environment says.
const childEnv = "BUILD_TEST_CHILD"

func TestMain(m *testing.M) {
	pack.RunChild()
	if dir := os.Getenv(childEnv); dir != "" {
		if err := buildInChild(dir); err != nil {
			fmt.Println(err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

func buildInChild(dir string) error {
	if err := testutil.Restrict(); err != nil {
		return err
	}
	q := request(dir)
	if _, err := project.Create(context.Background(), registry.Builtin(), q); err != nil {
		return err
	}
	_, err := Build(context.Background(), dir, &q.Config, Host(), os.Stdout)
	return err
}
