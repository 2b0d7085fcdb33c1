package tracetest

import (
	"bytes"
	"math/rand/v2"
	"time"
)

// Million returns a recording of a million calls in a thousand frames, with the five cheap calls of the
// benchmarks.
func Million() []byte { return Mix(1000, Options{PerBatch: 10000}) }

// Mix returns a recording of the given number of frames with 1000 calls each. Times vary as on a real machine.
func Mix(frames int, o Options) []byte {
	var out bytes.Buffer
	w := NewWriter(&out, o)
	m := &mix{w: w, t: w.Thread(1), random: rand.New(rand.NewPCG(1, 2))}
	m.t.NewContext(1, Contexts+1, 2, 0, 1)
	for n := range frames {
		for i := range 199 {
			m.five(n*199 + i)
		}
		for range 1000 - 5*199 - 1 - oneIf(n == 0) {
			m.call("glFlush")
		}
		m.t.Took(30*time.Microsecond+time.Duration(m.random.IntN(5000))).Call("eglSwapBuffers", Display, Surface, Returns("EGL_TRUE"))
	}
	w.Clock()
	w.Close()
	return out.Bytes()
}

func oneIf(b bool) int {
	if b {
		return 1
	}
	return 0
}

type mix struct {
	w      *Writer
	t      *Thread
	random *rand.Rand
}

func (m *mix) five(i int) {
	m.call("glUniform4f", i%7, float64(i%256)/255, 0.5, 0.25, 1)
	m.call("glBindTexture", "GL_TEXTURE_2D", 1+i%13)
	m.call("glEnable", "GL_BLEND")
	m.call("glDisable", "GL_BLEND")
	m.call("glGetError", Returns(0))
}

// call records a call shortly after the last one. It takes about 20 ns, sometimes far longer.
func (m *mix) call(name string, args ...any) {
	took := 12 + m.random.ExpFloat64()*8
	if m.random.IntN(1000) == 0 {
		took += 3000 * m.random.ExpFloat64()
	}
	gap := time.Duration(m.random.ExpFloat64() * 6)
	m.w.At(m.w.Now() + gap - 60) // 40 of the 100 ns between calls remain
	m.t.Took(time.Duration(took)).Call(name, args...)
}
