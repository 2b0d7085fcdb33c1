package apk

import (
	"archive/zip"
	"bytes"
	"compress/flate"
	"hash/crc32"
	"io"
	"strings"
)

// packer writes an APK. It uses the same fixed time as aapt2, so that the same content gives the same bytes.
type packer struct {
	to *counter
	w  *zip.Writer
}

// counter counts the bytes written.
type counter struct {
	io.Writer
	n int64
}

func (c *counter) Write(p []byte) (int, error) {
	n, err := c.Writer.Write(p)
	c.n += int64(n)
	return n, err
}

func newPacker(to io.Writer) *packer {
	c := &counter{Writer: to}
	return &packer{to: c, w: zip.NewWriter(c)}
}

const (
	dosDate      = 0x21   // January 1, 1980
	hasSizeAfter = 0x8    // flag: the entry's size follows its data
	pageSize     = 0x4000 // of devices with 16 KiB pages; alignment of libraries that are mapped from the APK
	wordSize     = 4      // alignment of other uncompressed entries
	localHead    = 30     // bytes of an entry's header, without its name
	alignExtra   = 0xd935 // id of the extra field with an entry's alignment; apksigner obeys it
)

// alignment returns the alignment in bytes of an uncompressed entry's data.
func alignment(name string) int64 {
	if strings.HasSuffix(name, ".so") {
		return pageSize
	}
	return wordSize
}

// copy writes an entry of another APK with its bytes unchanged.
func (p *packer) copy(f *File, e Entry) error {
	h := e.file.FileHeader
	h.Flags &^= hasSizeAfter
	return p.raw(&h, f.Raw(e))
}

// add writes an entry, compressed or not.
func (p *packer) add(name string, data []byte, stored bool) error {
	h := &zip.FileHeader{Name: name, Method: zip.Store, CRC32: crc32.ChecksumIEEE(data), UncompressedSize64: uint64(len(data))}
	h.ModifiedDate = dosDate //lint:ignore SA1019 CreateRaw knows no other
	if !stored {
		h.Method = zip.Deflate
		var err error
		if data, err = deflate(data); err != nil {
			return err
		}
	}
	h.CompressedSize64 = uint64(len(data))
	return p.raw(h, bytes.NewReader(data))
}

func deflate(data []byte) ([]byte, error) {
	var out bytes.Buffer
	w, err := flate.NewWriter(&out, flate.BestCompression)
	if err == nil {
		_, err = w.Write(data)
	}
	if err == nil {
		err = w.Close()
	}
	return out.Bytes(), err
}

// raw writes an entry with prepared data; an uncompressed one is aligned.
func (p *packer) raw(h *zip.FileHeader, data io.Reader) error {
	if err := p.w.Flush(); err != nil {
		return err
	}
	h.Extra = nil
	if h.Method == zip.Store {
		h.Extra = padding(p.to.n+localHead+int64(len(h.Name)), alignment(h.Name))
	}
	to, err := p.w.CreateRaw(h)
	if err == nil {
		_, err = io.Copy(to, data)
	}
	return err
}

// padding returns an extra field at offset at that aligns the data after it to a multiple of align, and
// records the alignment.
func padding(at, align int64) []byte {
	const head = 6
	zeros := (align - (at+head)%align) % align
	extra := le.AppendUint16(nil, alignExtra)
	extra = le.AppendUint16(extra, uint16(2+zeros))
	extra = le.AppendUint16(extra, uint16(align))
	return append(extra, make([]byte, zeros)...)
}

func (p *packer) close() error { return p.w.Close() }
