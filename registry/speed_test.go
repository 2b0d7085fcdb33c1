package registry

import (
	"path/filepath"
	"sync"
	"testing"
	"time"
)

// rounds is the number of measurements, enough for each operation to run undisturbed once on a busy machine.
const rounds = 50

// TestSnapshotIsFast checks that a snapshot loads faster than the XML: about 10 ms against about 100 ms. The
// limit is relative to the shortest decode of the XML in the same run, so it does not depend on the machine.
func TestSnapshotIsFast(t *testing.T) {
	debian.need(t)
	gl, err := ReadFile(debian.gl)
	if err != nil {
		t.Fatal(err)
	}
	egl, err := ReadFile(debian.egl)
	if err != nil {
		t.Fatal(err)
	}
	text := written(t, debian.registry(t))
	fromXML, fromSnapshot := time.Hour, time.Hour
	for n := 0; n < 5 || n < rounds && fromSnapshot*5 > fromXML; n++ { // interleaved, so that other load affects both
		start := time.Now()
		if _, err := Decode(gl, egl); err != nil {
			t.Fatal(err)
		}
		fromXML = min(fromXML, time.Since(start))
		start = time.Now()
		if _, err := ReadSnapshot(text); err != nil {
			t.Fatal(err)
		}
		fromSnapshot = min(fromSnapshot, time.Since(start))
	}
	t.Logf("XML %v, snapshot %v", fromXML, fromSnapshot)
	if fromSnapshot*5 > fromXML {
		t.Errorf("the snapshot takes %v, the XML %v: not five times as fast", fromSnapshot, fromXML)
	}
}

// TestDiffIsFast checks that comparing two registries takes little longer than reading both. The limit is
// relative to one decode in the same run.
func TestDiffIsFast(t *testing.T) {
	name := filepath.Dir(debian.gl)
	debian.need(t)
	open := func() *Registry {
		opened, err := Open(name)
		if err != nil {
			t.Error(err)
			return nil
		}
		r, err := opened.Registry()
		if err != nil {
			t.Error(err)
		}
		return r
	}
	past := snapshot2022(t)
	one, all := time.Hour, time.Hour
	for n := 0; n < 5 || n < rounds && all > 4*one; n++ { // interleaved, so that other load affects both
		start := time.Now()
		r := open()
		one = min(one, time.Since(start))
		start = time.Now()
		var wg sync.WaitGroup
		wg.Go(func() { open() })
		wg.Go(func() { open() })
		wg.Wait()
		if r == nil || len(Diff(past, r)) == 0 {
			t.Fatal("nothing was compared")
		}
		all = min(all, time.Since(start))
	}
	t.Logf("one %v, two and their difference %v", one, all)
	if all > 4*one {
		t.Errorf("comparing takes %v, one decode %v", all, one)
	}
}

func BenchmarkReadSnapshot(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		if _, err := ReadSnapshot(builtin); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkDecode(b *testing.B) {
	debian.need(b)
	gl, err := ReadFile(debian.gl)
	if err != nil {
		b.Fatal(err)
	}
	egl, err := ReadFile(debian.egl)
	if err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for b.Loop() {
		if _, err := Decode(gl, egl); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkSelectAll(b *testing.B) {
	r := Builtin()
	for b.Loop() {
		if _, err := r.Select(FullScope(), []string{"@all"}); err != nil {
			b.Fatal(err)
		}
	}
}
