package devicecmd

import (
	"strings"
	"testing"

	"github.com/gleslayergen/gleslayergen/android/cts"
	"github.com/gleslayergen/gleslayergen/rules"
)

// A walk that lacks names is not compared: the lost names would look like differences.
func TestCompareWalk(t *testing.T) {
	release := rules.Newest()
	whole := &cts.Walk{Asked: len(release.Offered()), Names: release.Offered()}
	s := &survey{}
	s.compareWalk(whole, release)
	if !s.Walk.Complete || !s.Walk.SameOrder || len(s.Walk.Lacking)+len(s.Walk.Added)+len(s.Missing) > 0 {
		t.Errorf("%+v %q", s.Walk, s.Missing)
	}
	s = &survey{}
	s.compareWalk(&cts.Walk{Asked: whole.Asked, Names: whole.Names[:100]}, release)
	if s.Walk.Complete || len(s.Walk.Lacking) > 0 || len(s.Missing) != 1 || !strings.Contains(s.Missing[0], "only 100 of the ") {
		t.Errorf("%+v %q", s.Walk, s.Missing)
	}
}
