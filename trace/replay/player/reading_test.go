//go:build linux

package player_test

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/gleslayergen/gleslayergen/trace/file"
	"github.com/gleslayergen/gleslayergen/trace/replay"
)

// Targets and attachments of a request.
const (
	defaultFramebuffer = iota
	drawFramebuffer
)

const (
	framebufferTarget  = 0x8D40
	renderbufferTarget = 0x8D41
	colorAttachment    = 0x8CE0
	depthAttachment    = 0x8D00
	stencilAttachment  = 0x8D20
	glUnsignedInt      = 0x1405
	depthComponent     = 0x1902
	stencilIndex       = 0x1901
	clearAll           = 0x4500
)

// played is a replay with the results of its requests.
type played struct {
	replayed
	readings []replay.Reading
}

// playReading plays a script to its end, and reads the results.
func playReading(t testing.TB, s *script) played {
	t.Helper()
	path := filepath.Join(t.TempDir(), "results")
	p := played{replayed: playOn(t, s, "", "--results", path)}
	in, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	err = replay.ReadReadings(in, func(r *replay.Reading) error {
		one := *r
		one.Data, one.Words = bytes.Clone(r.Data), bytes.Clone(r.Words)
		p.readings = append(p.readings, one)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// read requests an attachment.
func (s *script) read(id, target, attachment int) {
	s.operation(opRead, 0, number(id), number(target), number(attachment))
}

// watched are the states that requests must leave as they are.
var watched = []int{
	0x8CA6, 0x8CAA, 0x8CA7, 0x0C02, 0x0C11, 0x0D05, 0x0D02, 0x0D03, 0x0D04, 0x88ED, 0x8069, 0x8C1D, 0x806A, 0x8514, 0x9104, 0x84E0, // bindings, reading
	0x0B71, 0x0B90, 0x0BE2, 0x80C9, 0x80C8, 0x80CB, 0x80CA, 0x8009, 0x883D, 0x8005, 0x0C23, 0x8895, 0x85B5, // tests and blending
	0x0C10, 0x0B44, 0x8C89, 0x8B8D, 0x8C8F, 0x8E25, // scissor box, culling, rasterizer discard, program, transform feedback
}

// watch adds queries of the watched states.
func (s *script) watch() {
	for _, name := range watched {
		s.call("glGetIntegerv", number(name), out())
	}
	s.into(0, "glGetError")
}

// wantUnchanged checks that two rounds of queries had the same answers, and that there was no error.
func (p played) wantUnchanged(t testing.TB) {
	t.Helper()
	var got []uint64
	for at, c := range p.calls {
		if c.Function.Name == "glGetError" && c.Result.Bits != 0 {
			t.Errorf("call %d: error %#x", at, c.Result.Bits)
		}
		if c.Function.Name == "glGetIntegerv" {
			got = append(got, firstWord(t, p.File, c.Args[1]))
		}
	}
	if n := len(watched); len(got) != 2*n || !slices.Equal(got[:n], got[n:]) {
		t.Errorf("states before %v\nafter %v", got[:min(n, len(got))], got[min(n, len(got)):])
	}
}

func firstWord(t testing.TB, f *file.File, v file.Value) uint64 {
	t.Helper()
	list, err := f.Words(v)
	if err != nil || len(list) == 0 {
		t.Fatalf("no answer: %v", err)
	}
	return uint64(list[0])
}

// bufferOf is an attachment of the framebuffer of TestRead.
type bufferOf struct {
	name         string
	attachment   int
	internal     int
	samples      int
	format, kind int // of its pixels
	texel        int // bytes
	value        []byte
}

// TestRead reads attachments with all kinds of formats. The bytes are those that glReadPixels returns, or those of the value, and the
// state stays as it is.
func TestRead(t *testing.T) {
	for _, b := range []bufferOf{
		{"bytes", colorAttachment, 0x8058, 0, glRGBA, glUnsignedByte, 4, nil},
		{"second", colorAttachment + 1, 0x8058, 0, glRGBA, glUnsignedByte, 4, nil},
		{"10 bits", colorAttachment, 0x8059, 0, glRGBA, 0x8368, 4, nil},
		{"floats", colorAttachment, 0x881A, 0, glRGBA, glFloat, 16, nil},
		{"samples", colorAttachment, 0x8058, 4, glRGBA, glUnsignedByte, 4, []byte{51, 102, 153, 204}},
		{"depth", depthAttachment, 0x81A6, 0, depthComponent, glUnsignedInt, 4, nil},
		{"float depth", depthAttachment, 0x8CAC, 0, depthComponent, glFloat, 4, nil},
		{"packed depth", depthAttachment, 0x88F0, 0, depthComponent, glUnsignedInt, 4, nil},
		{"depth with samples", depthAttachment, 0x88F0, 4, depthComponent, glUnsignedInt, 4, words[uint32](0x40000040)},
		{"stencil", stencilAttachment, 0x88F0, 0, stencilIndex, glUnsignedByte, 1, nil},
	} {
		t.Run(b.name, func(t *testing.T) { b.test(t) })
	}
}

func (b *bufferOf) test(t *testing.T) {
	const width, height = 5, 3
	point := b.attachment
	if b.internal == 0x88F0 {
		point = 0x821A
	}
	s := newScript(t)
	s.begin(8, 8, 3)
	s.call("glGenFramebuffers", number(1), outNames(next))
	s.call("glBindFramebuffer", number(framebufferTarget), reg(next))
	s.call("glGenRenderbuffers", number(1), outNames(next+1))
	s.call("glBindRenderbuffer", number(renderbufferTarget), reg(next+1))
	s.call("glRenderbufferStorageMultisample", number(renderbufferTarget), number(b.samples), number(b.internal), number(width), number(height))
	s.call("glFramebufferRenderbuffer", number(framebufferTarget), number(point), number(renderbufferTarget), reg(next+1))
	s.call("glDrawBuffers", number(2), data(words[uint32](colorAttachment, colorAttachment+1)))
	s.call("glClearColor", float(0.2), float(0.4), float(0.6), float(0.8))
	s.call("glClearDepthf", float(0.25))
	s.call("glClearStencil", number(77))
	s.call("glClear", number(clearAll))
	s.call("glPixelStorei", number(0x0D05), number(8)) // GL_PACK_ALIGNMENT
	s.call("glPixelStorei", number(0x0D04), number(2)) // GL_PACK_SKIP_PIXELS
	s.call("glScissor", number(1), number(1), number(1), number(1))
	s.call("glEnable", number(0x0C11))
	s.watch()
	s.read(7, drawFramebuffer, b.attachment)
	s.read(8, drawFramebuffer, colorAttachment+3)
	s.watch()
	s.call("glReadBuffer", number(max(colorAttachment, min(b.attachment, colorAttachment+1))))
	if b.value == nil {
		s.call("glReadPixels", number(0), number(0), number(width), number(height), number(b.format), number(b.kind), out())
	}
	p := playReading(t, s)
	p.wantUnchanged(t)
	if len(p.readings) != 2 || p.readings[0].ID != 7 || p.readings[1].ID != 8 || p.readings[1].Data != nil {
		t.Fatalf("%+v", p.readings)
	}
	r := p.readings[0]
	want := bytes.Repeat(b.value, width*height)
	if b.value == nil {
		want = p.data(t, "glReadPixels", "pixels")[0]
	}
	if r.Width != width || r.Height != height || int(r.Format) != b.format || int(r.Type) != b.kind || len(want) != width*height*b.texel || !bytes.Equal(r.Data, want) {
		t.Errorf("%+v\nwant %v", r, want)
	}
}

// TestReadDefault reads the default framebuffer while another one is bound, in each version.
func TestReadDefault(t *testing.T) {
	for _, version := range []string{"", "2.0"} {
		t.Setenv("MESA_GLES_VERSION_OVERRIDE", version)
		s := newScript(t)
		s.begin(6, 4, 2)
		s.call("glClearColor", float(1), float(0), float(0.5), float(1))
		s.call("glClear", number(colorBufferBit))
		s.call("glGenFramebuffers", number(1), outNames(next))
		s.call("glBindFramebuffer", number(framebufferTarget), reg(next))
		s.read(1, defaultFramebuffer, colorAttachment)
		s.read(2, defaultFramebuffer, colorAttachment+1)
		s.read(3, drawFramebuffer, colorAttachment)
		s.call("glGetIntegerv", number(0x8CA6), out()) // GL_FRAMEBUFFER_BINDING
		s.into(0, "glGetError")
		p := playReading(t, s)
		want := []byte{255, 0, 128, 255}
		if len(p.readings) > 0 && p.readings[0].Type == 0x8368 { // GL_UNSIGNED_INT_2_10_10_10_REV: a configuration with 10 bits
			want = []byte{255, 3, 0, 224}
		}
		if len(p.readings) != 3 || !bytes.Equal(p.readings[0].Data, bytes.Repeat(want, 6*4)) || p.readings[1].Data != nil || p.readings[2].Data != nil {
			t.Errorf("version %q: %+v", version, p.readings)
		}
		for _, c := range p.calls {
			if c.Function.Name == "glGetError" && c.Result.Bits != 0 || c.Function.Name == "glGetIntegerv" && firstWord(t, p.File, c.Args[1]) == 0 {
				t.Errorf("version %q: %s: %+v", version, c.Function.Name, c.Result)
			}
		}
	}
}

// TestReadWithoutContext reads nothing without a context, and the replay continues.
func TestReadWithoutContext(t *testing.T) {
	s := newScript(t)
	s.read(1, drawFramebuffer, colorAttachment)
	s.begin(6, 4, 2)
	p := playReading(t, s)
	if len(p.readings) != 1 || p.readings[0].Failure != "no context is current" {
		t.Errorf("%+v", p.readings)
	}
}
