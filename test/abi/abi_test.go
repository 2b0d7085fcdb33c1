package abi

import (
	"fmt"
	"strconv"
	"strings"
	"testing"

	"github.com/gleslayergen/gleslayergen/project"
)

// Each argument of each command reaches the driver bit for bit, through trampoline and Go hook, and each result
// comes back.
func TestGoHooks(t *testing.T) { goHooks(t, amd64) }

func goHooks(t *testing.T, g target) {
	created := create(t, request("passive", "go", "@all"))
	countGo(t, created)
	drive(t, created, g, true)
}

// drive calls every command of a layer. All of its hooks must have run as often as they were called.
func drive(t *testing.T, created *project.Created, g target, counted bool) {
	t.Helper()
	out, err := callAll(t, created, g)
	want := fmt.Sprintf("%d calls, 0 wrong", all*rounds)
	if err != nil || !strings.Contains(out, want+"\n") {
		t.Fatalf("%s: %v, expected %s\n%s", g.arch, err, want, out)
	}
	if ran := fmt.Sprintf("gleslayer: %d calls of hooks\n", all*rounds); counted && !strings.Contains(out, ran) {
		t.Fatalf("%s: the hooks did not run once a call:\n%s", g.arch, out)
	}
	t.Logf("%s, %s: %s", g.arch, created.Plan.Commands[0].Hook, want)
}

func callAll(t *testing.T, created *project.Created, g target) (string, error) {
	t.Helper()
	host := makeHost(t, created, g)
	return g.command(t, host, buildLayer(t, created, g), strconv.Itoa(rounds), strconv.Itoa(seed))
}
