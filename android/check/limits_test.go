package check

import (
	"archive/zip"
	"bytes"
	"context"
	stdelf "debug/elf"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"runtime"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/gleslayergen/gleslayergen/android/apk"
	"github.com/gleslayergen/gleslayergen/android/elf"
)

// bomb returns the beginning of a library whose dynamic segment is at its end, size bytes away. All bytes in
// between are zeros.
func bomb(size uint64) []byte {
	le := binary.LittleEndian
	b := make([]byte, 64+2*56)
	copy(b, stdelf.ELFMAG+"\x02\x01\x01")
	le.PutUint16(b[16:], uint16(stdelf.ET_DYN))
	le.PutUint16(b[18:], uint16(stdelf.EM_X86_64))
	le.PutUint64(b[32:], 64)
	le.PutUint16(b[54:], 56)
	le.PutUint16(b[56:], 2)
	for i, p := range [][]uint64{{1, 0, 0, size, size}, {2, size - 160, size - 160, 160, 160}} {
		at := b[64+56*i:]
		le.PutUint32(at, uint32(p[0]))
		for j, to := range []int{8, 16, 32, 40} {
			le.PutUint64(at[to:], p[1+j])
		}
		le.PutUint64(at[48:], pageSize)
	}
	return b
}

// Only part of the uncompressed data is kept: a small APK with a huge library needs no more memory than that
// part.
func TestMemoryOfAPK(t *testing.T) {
	const size = 160 << 20
	var out bytes.Buffer
	z := zip.NewWriter(&out)
	w, err := z.Create("lib/x86_64/liba.so")
	if err == nil {
		_, err = io.Copy(w, io.MultiReader(bytes.NewReader(bomb(size)), io.LimitReader(zeros{}, size-64-2*56)))
	}
	if err == nil {
		w, err = z.Create("AndroidManifest.xml")
	}
	if err == nil {
		_, err = w.Write(manifest(t, `android:minSdkVersion="29"`, `android:hasCode="false"`, ""))
	}
	if err = errors.Join(err, z.Close()); err != nil {
		t.Fatal(err)
	}
	data := out.Bytes()
	if len(data) > 1<<20 {
		t.Fatalf("%d bytes", len(data))
	}
	most := watchMemory(t)
	l := &checker{ctx: t.Context()}
	if err := l.archive("a.apk", bytes.NewReader(data), int64(len(data))); err != nil {
		t.Fatal(err)
	}
	if got := most(); got > 64<<20 {
		t.Errorf("%d MiB for %d bytes", got>>20, len(data))
	}
	if got := ids(l.Findings); !slices.Contains(got, "entry-missing") || !slices.Contains(got, "signature") {
		t.Error(l.Findings)
	}
}

// manySymbols returns a library that exports one name many times.
func manySymbols(symbols int) []byte {
	const text, hash, table = 256, 512, 1024
	le, size := binary.LittleEndian, table+24*symbols+160
	b := append(bomb(uint64(size)), make([]byte, size-64-2*56)...)
	copy(b[text+1:], "name")
	le.PutUint32(b[hash+4:], uint32(symbols))
	for i := range symbols {
		copy(b[table+24*i:], "\x01\x00\x00\x00\x12\x00\x01\x00")
	}
	for i, v := range []uint64{uint64(stdelf.DT_STRTAB), text, uint64(stdelf.DT_STRSZ), uint64(size - text), uint64(stdelf.DT_SYMTAB), table, uint64(stdelf.DT_HASH), hash} {
		le.PutUint64(b[size-160+8*i:], v)
	}
	return b
}

// Little is kept of each library in an APK, however many symbols it has, both in an app and in an APK of
// layers.
func TestSymbolsAreLetGo(t *testing.T) {
	const symbols = 200_000
	entries := []packed{{"AndroidManifest.xml", manifest(t, `android:minSdkVersion="29"`, `android:hasCode="false"`, ""), 0}}
	data := manySymbols(symbols)
	for i := range 8 {
		entries = append(entries, at("x86_64", fmt.Sprintf("lib%d.so", i), data, 0))
	}
	file, closer, err := apk.Open(pack(t, "a.apk", false, entries...))
	if err != nil {
		t.Fatal(err)
	}
	defer closer.Close()
	for _, layers := range []bool{false, true} {
		a := &archive{checker: &checker{ctx: t.Context()}, report: &report{}, file: file, layers: layers}
		for _, e := range file.Entries {
			if inLib(e.Name) {
				a.entries = append(a.entries, e)
			}
		}
		var before, after runtime.MemStats
		collect()
		runtime.ReadMemStats(&before)
		if err := a.readLibs(); err != nil {
			t.Fatal(err)
		}
		collect()
		runtime.ReadMemStats(&after)
		if kept := int64(after.HeapAlloc) - int64(before.HeapAlloc); kept > 10<<20 {
			t.Errorf("of %d symbols of 8 libraries, %d MiB are kept", symbols, kept>>20)
		}
		if len(a.libs) != 8 || a.libs[7].bad != nil || a.libs[7].object.ABI != "x86_64" {
			t.Errorf("%d, %+v", len(a.libs), a.libs[7])
		}
	}
}

type zeros struct{}

func (zeros) Read(p []byte) (int, error) { clear(p); return len(p), nil }

// collect runs two collections, since the content of a sync.Pool survives the first.
func collect() {
	runtime.GC()
	runtime.GC()
}

// watchMemory returns a function that reports the peak heap use in bytes since the call, minus the use at the
// call.
func watchMemory(t *testing.T) func() uint64 {
	var most atomic.Uint64
	collect()
	heap := func() uint64 {
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		return m.HeapAlloc
	}
	before := heap()
	end, done := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(done)
		for {
			most.Store(max(most.Load(), heap()))
			select {
			case <-end:
				return
			case <-time.After(5 * time.Millisecond):
			}
		}
	}()
	return func() uint64 {
		close(end)
		<-done
		return most.Load() - min(most.Load(), before)
	}
}

// A compressed library gives the same data as a stored one, in any read order. Too many restarts are an
// error.
func TestUnpacked(t *testing.T) {
	content := []byte(strings.Repeat("0123456789abcdef", 3<<20)) // 48 MiB
	u := &unpacked{ctx: t.Context(), open: func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(content)), nil }}
	defer u.close()
	var err error
	for i, off := range []int64{0, 47 << 20, 5, keptBytes - 3, 40 << 20, keptBytes, int64(len(content)) - 10, keptPiece - 5} {
		buf := make([]byte, 10)
		if _, err := u.ReadAt(buf, off); err != nil || !bytes.Equal(buf, content[off:off+10]) {
			t.Fatalf("%d: %q, %v", i, buf, err)
		}
	}
	if n, err := u.ReadAt(make([]byte, 10), int64(len(content))-4); n != 4 || !errors.Is(err, io.EOF) {
		t.Errorf("%d, %v", n, err)
	}
	for i := 0; i < 2*maxRestarts && err == nil; i++ {
		_, err = u.ReadAt(make([]byte, 1), int64(len(content))-1-int64(i))
	}
	if !errors.As(err, new(*elf.Damaged)) {
		t.Error(err)
	}
}

func TestInterrupted(t *testing.T) {
	p := makeParts(t)
	path := pack(t, "a.apk", false, packed{"AndroidManifest.xml", manifest(t, "", "", ""), 0}, at("x86_64", "liba.so", p.layer["x86_64"], 0))
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Path(ctx, path, Options{}); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

// A library with invalid compressed data is damaged; the other libraries are still checked.
func TestCorrupt(t *testing.T) {
	p := makeParts(t)
	path := pack(t, "a.apk", false, packed{"AndroidManifest.xml", manifest(t, `android:minSdkVersion="29"`, `android:hasCode="false"`, ""), 0},
		at("arm64-v8a", "liba.so", p.layer["arm64-v8a"], 0), at("x86_64", "liba.so", p.misspelt["x86_64"], 0))
	file, closer, err := apk.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer closer.Close()
	e, _ := file.Find("lib/arm64-v8a/liba.so")
	at := changed(t, path, path+".apk", func(b []byte) []byte {
		copy(b[e.Offset:], "\xff\xff\xff\xff\xff\xff\xff\xff")
		return b
	})
	found := checkFile(t, at, Options{})
	if !slices.Equal(ids(found), []string{"damaged", "entry-misspelt"}) || found[0].Where != e.Name || !strings.Contains(found[0].What, "cannot be uncompressed") {
		t.Error(found)
	}
}

// The number of libraries checked is limited; the limit is more than any app has.
func TestManyLibraries(t *testing.T) {
	entries := []packed{{"AndroidManifest.xml", manifest(t, `android:minSdkVersion="29"`, `android:debuggable="true"`, ""), 0}, {"classes.dex", []byte("dex"), 0}}
	for i := range maxLibraries + 5 {
		entries = append(entries, at("x86_64", fmt.Sprintf("lib%d.so", i), []byte("x"), 0))
	}
	r, err := Scan(t.Context(), pack(t, "a.apk", false, entries...), Options{})
	if err != nil || len(r.Checked) != 1+maxLibraries {
		t.Fatalf("%d files checked, %v", len(r.Checked), err)
	}
	one(t, r.Findings, "damaged", fmt.Sprintf("%d libraries", maxLibraries+5), "")
}
