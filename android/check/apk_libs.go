package check

import (
	"errors"
	"fmt"
	"io"
	"runtime"
	"slices"
	"strings"

	"github.com/gleslayergen/gleslayergen/android/apk"
	"github.com/gleslayergen/gleslayergen/android/elf"
	"github.com/gleslayergen/gleslayergen/internal/recovery"
)

// readLibs reads the libraries, up to four concurrently.
func (a *archive) readLibs() error {
	total := uint64(0)
	for i, e := range a.entries {
		if total += e.Size; total > maxAll || i == maxLibraries {
			f := a.add("damaged", fmt.Sprintf("the archive has %d libraries, which are too many or too large: the maximum is %d libraries with %d GiB in total", len(a.entries), maxLibraries, maxAll>>30))
			f.Why = "gleslayergen limits the time and memory for one archive. The libraries beyond the limit were not checked."
			f.Remedy = "build the archive with fewer or smaller libraries"
			a.entries = a.entries[:i]
			break
		}
	}
	a.there = map[place]bool{}
	for _, e := range a.entries {
		l := a.newLib(e)
		a.libs, a.there[place{l.dir, l.base}] = append(a.libs, l), true
	}
	errs := make([]error, len(a.libs))
	places := make(chan struct{}, min(runtime.GOMAXPROCS(0), 4))
	var group recovery.Group
	for i, l := range a.libs {
		places <- struct{}{}
		group.Go(func() {
			errs[i] = a.readLib(l)
			<-places
		})
	}
	group.Wait()
	return errors.Join(errs...)
}

// readLib reads a library. In an app or AAR, it uncompresses the end of a library only if it may be a layer.
func (a *archive) readLib(l *entryLib) error {
	r, done := a.content(l.entry)
	defer done()
	size := int64(l.entry.Size)
	read := elf.ReadBegin
	if a.layers || likeLayer(l.base) {
		read = elf.Read
	}
	o, err := read(r, size)
	if err == nil && !o.Sections && isMadeAsLayer(l.base, o) {
		o, err = elf.Read(r, size)
	}
	if errors.As(err, &l.bad) {
		l.intended = likeLayer(l.base)
		return nil
	}
	if err == nil {
		a.judge(l, o)
	}
	return err
}

// judge checks a library that may be a layer while its symbols are in memory. It keeps little of the library:
// an archive may have many libraries with any number of symbols.
func (a *archive) judge(l *entryLib, o *elf.Object) {
	l.object, l.at.ABI, l.intended = o, o.ABI, isMadeAsLayer(l.base, o)
	l.report = &report{file: a.path, where: l.entry.Name, beside: a.beside(l)}
	if l.intended || a.layers {
		l.report.object(l.base, o, a.opt)
	}
	l.dropDetails()
	for _, name := range slices.Compact(slices.Sorted(slices.Values(o.Needed))) {
		if a.there[place{l.dir, name}] {
			l.object.Needed = append(l.object.Needed, strings.Clone(name))
		}
	}
}

// dropDetails drops all data of a library that is not needed to compare libraries.
func (l *lib) dropDetails() { l.object = &elf.Object{ABI: l.object.ABI, Go: l.object.Go} }

// content returns a reader of the uncompressed data of an entry. Call done after use.
func (a *archive) content(e apk.Entry) (r io.ReaderAt, done func()) {
	if e.Stored {
		return a.file.Raw(e), func() {}
	}
	u := &unpacked{ctx: a.ctx, open: func() (io.ReadCloser, error) { return a.file.Open(e.Name, maxLibrary) }}
	return u, u.close
}
