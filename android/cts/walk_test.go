package cts

import (
	"strings"
	"testing"

	"github.com/gleslayergen/gleslayergen/rules"
)

func TestWalk(t *testing.T) {
	release := rules.Newest()
	names := release.Offered()
	names = append(names[:3:3], append([]string{"eglNew"}, names[4:]...)...)
	const head = "01-02 03:04:05.000  1000  1000 I glesLayer"
	log := head + "A: A loaded\n" + head + "B: walk of 1105 names, initialized after 0, 7 without next\n" +
		head + "A: walk of 2 names, initialized after 0, 0 without next\n" + head + "A: walk: glA glB\n" +
		head + "B: walk: " + strings.Join(names[:100], " ") + "\n" + head + "B  : walk: " + strings.Join(names[100:], " ") + "\n" + head + "B: end\n"
	rest, walk := cutWalk(log)
	if rest != head+"A: A loaded\n"+head+"B: end\n" || walk == nil || walk.Asked != 1105 || walk.WithoutNext != 7 {
		t.Fatalf("%q %+v", rest, walk)
	}
	lacking, added, order := walk.Difference(release)
	if len(lacking) != 1 || lacking[0] != release.Offered()[3] || len(added) != 1 || added[0] != "eglNew" || !order {
		t.Errorf("lacking %q, added %q, order %v", lacking, added, order)
	}
	if complete := walk.IsComplete(); complete != (len(release.Offered()) == 1105) {
		t.Errorf("complete: %v", complete)
	}
	if walk.Asked = len(walk.Names); !walk.IsComplete() {
		t.Error("a walk with all names is incomplete")
	}
	walk.Names[0], walk.Names[1] = walk.Names[1], walk.Names[0]
	if _, _, order := walk.Difference(release); order {
		t.Error("another order is not found")
	}
	if rest, walk := cutWalk("no walk\n"); rest != "no walk\n" || walk != nil {
		t.Errorf("%q %v", rest, walk)
	}
}
