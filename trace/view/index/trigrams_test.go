package index

import (
	"fmt"
	"strings"
	"testing"
)

// TestTrigrams: a set contains the trigrams of all texts of a block, and few others.
func TestTrigrams(t *testing.T) {
	var s Trigrams
	var texts []string
	for i := range 4000 {
		texts = append(texts, fmt.Sprintf("value=%g", float64(i)/7), fmt.Sprintf("cap=GL_ENUM_%d", i%50))
	}
	for _, text := range texts {
		s.Add(text)
	}
	for _, text := range texts {
		if !s.MayContain(text) || !s.MayContain(text[3:]) || !s.MayContain(strings.ToLower(text)) || !s.MayContain(text[:2]) || !s.MayContain("") {
			t.Fatalf("%s: a text that is present was not found", text)
		}
	}
	wrong := 0
	for i := range 1000 {
		if s.MayContain(fmt.Sprintf("nowhere%dxyz", i)) {
			wrong++
		}
	}
	if wrong > 10 {
		t.Errorf("%d of 1000 absent texts were reported as possible", wrong)
	}
}

// TestTrigramIndex: blocks without a set may contain any text.
func TestTrigramIndex(t *testing.T) {
	var all TrigramIndex
	set := new(Trigrams)
	set.Add("here")
	if all.Next() != 0 || !all.MayContain(0, "nowhere") {
		t.Error("without a set")
	}
	for n := range maxTrigramBlocks {
		if more := all.Add(set); more != (n < maxTrigramBlocks-1) {
			t.Fatalf("after %d sets there is room: %v", n+1, more)
		}
	}
	if all.Add(set) || all.Next() != maxTrigramBlocks {
		t.Errorf("%d sets", all.Next())
	}
	if all.MayContain(maxTrigramBlocks-1, "nowhere") || !all.MayContain(0, "HERE") || !all.MayContain(maxTrigramBlocks, "nowhere") {
		t.Error("with all sets")
	}
}
