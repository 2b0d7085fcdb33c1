package grams

import (
	"fmt"
	"strings"
	"testing"
)

// TestSet: what is in the words of a block is never denied, and hardly anything else is granted.
func TestSet(t *testing.T) {
	var s Set
	var texts []string
	for i := range 4000 {
		texts = append(texts, fmt.Sprintf("value=%g", float64(i)/7), fmt.Sprintf("cap=GL_ENUM_%d", i%50))
	}
	for _, text := range texts {
		s.Add(text)
	}
	for _, text := range texts {
		if !s.May(text) || !s.May(text[3:]) || !s.May(strings.ToLower(text)) || !s.May(text[:2]) || !s.May("") {
			t.Fatalf("%s is denied", text)
		}
	}
	wrong := 0
	for i := range 1000 {
		if s.May(fmt.Sprintf("nowhere%dxyz", i)) {
			wrong++
		}
	}
	if wrong > 10 {
		t.Errorf("%d of 1000 texts that are not there are granted", wrong)
	}
}

// TestSets: of blocks that have no set yet, or are too many for one, nothing is known.
func TestSets(t *testing.T) {
	var all Sets
	set := new(Set)
	set.Add("here")
	if all.Next() != 0 || !all.May(0, "nowhere") {
		t.Error("without a set")
	}
	for n := range most {
		if more := all.Add(set); more != (n < most-1) {
			t.Fatalf("after %d sets there is room: %v", n+1, more)
		}
	}
	if all.Add(set) || all.Next() != most {
		t.Errorf("%d sets", all.Next())
	}
	if all.May(most-1, "nowhere") || !all.May(0, "HERE") || !all.May(most, "nowhere") {
		t.Error("with all sets")
	}
}
