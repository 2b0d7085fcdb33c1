package replay

import (
	"cmp"
	"maps"
	"slices"

	"github.com/gleslayergen/gleslayergen/trace/file"
)

// Reasons for which calls are left out, in addition to those of left_out.tsv and of plans.
const (
	missingData    = "data that the driver reads is not in the recording"
	missingObject  = "the call uses an object that the replay does not have"
	invalidObject  = "the call failed: the program used an object that did not exist"
	missingSize    = "the size of the memory that the driver writes is unknown"
	tooLarge       = "the call has more than 1 GiB of data"
	beforeSnapshot = "the replay begins with a later snapshot of the state"
	earlierFrame   = "the call draws to the window before the first frame of the replay"
)

// LeftOut has the calls that a replay does not make for one reason.
type LeftOut struct {
	Reason    string   `json:"reason"`
	Calls     int      `json:"calls"`
	First     int      `json:"first"`     // index of the first call
	Functions []string `json:"functions"` // names, sorted
}

// leftOut has the calls of the recording that are not in a script.
type leftOut struct {
	reasons  map[string]*LeftOut
	calls    file.Set
	ofFrames int // those of the frames that are played, without those that could do nothing
}

func newLeftOut() leftOut { return leftOut{reasons: map[string]*LeftOut{}} }

// addLeftOut adds a call that the script does not make.
func (s *Script) addLeftOut(c *file.Call, reason string) {
	l := &s.left
	one := l.reasons[reason]
	if one == nil {
		one = &LeftOut{Reason: reason, First: c.Index}
		l.reasons[reason] = one
	}
	one.Calls++
	if i, found := slices.BinarySearch(one.Functions, c.Function.Name); !found {
		one.Functions = slices.Insert(one.Functions, i, c.Function.Name)
	}
	l.calls.Add(uint32(c.Index))
	if begin, _ := s.Range(); c.Index >= begin && reason != invalidObject {
		l.ofFrames++
	}
}

// LeftOut returns the calls that a written script does not make, by reason, in the order of their first calls.
func (s *Script) LeftOut() []LeftOut {
	out := []LeftOut{}
	for _, one := range slices.SortedFunc(maps.Values(s.left.reasons), func(a, b *LeftOut) int { return cmp.Compare(a.First, b.First) }) {
		out = append(out, *one)
	}
	return out
}

// Plays reports whether a written script makes a call of the program.
func (s *Script) Plays(call int) bool { return !s.left.calls.Has(uint32(call)) }

// LeftOutOfFrames returns the number of calls of the frames that a written script does not make, without those that failed because
// the program used an object that did not exist.
func (s *Script) LeftOutOfFrames() int { return s.left.ofFrames }
