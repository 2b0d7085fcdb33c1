package check

import (
	"errors"
	"fmt"
	"io"
	"runtime"
	"sync"

	"github.com/gleslayergen/gleslayergen/android/apk"
	"github.com/gleslayergen/gleslayergen/android/object"
)

// readLibs reads the libraries, a few at a time.
func (a *archive) readLibs() error {
	total := uint64(0)
	for i, e := range a.entries {
		if total += e.Size; total > maxAll || i == maxLibraries {
			f := a.add("damaged", fmt.Sprintf("it has %d libraries, which claim more bytes than any app has", len(a.entries)))
			f.Remedy = "look at what packed it"
			a.entries = a.entries[:i]
			break
		}
	}
	errs := make([]error, len(a.entries))
	places := make(chan struct{}, min(runtime.GOMAXPROCS(0), 4))
	var group sync.WaitGroup
	for i, e := range a.entries {
		l := a.newLib(e)
		a.libs = append(a.libs, l)
		places <- struct{}{}
		group.Go(func() {
			errs[i] = a.readLib(l)
			<-places
		})
	}
	group.Wait()
	return errors.Join(errs...)
}

// readLib reads one. Of a library of an app, the end is only unpacked if it may be a layer.
func (a *archive) readLib(l *entryLib) error {
	r, done := a.content(l.entry)
	defer done()
	size := int64(l.entry.Size)
	read := object.ReadBegin
	if a.layers || likeLayer(l.base) {
		read = object.Read
	}
	o, err := read(r, size)
	if err == nil && !o.Sections && isMadeAsLayer(l.base, o) {
		o, err = object.Read(r, size)
	}
	if errors.As(err, &l.bad) {
		return nil
	}
	if err == nil {
		l.object, l.at.ABI = o, o.ABI
	}
	return err
}

// content gives the bytes of an entry.
func (a *archive) content(e apk.Entry) (r io.ReaderAt, done func()) {
	if e.Stored {
		return a.file.Raw(e), func() {}
	}
	u := &unpacked{ctx: a.ctx, open: func() (io.ReadCloser, error) { return a.file.Open(e.Name, maxLibrary) }}
	return u, u.close
}
