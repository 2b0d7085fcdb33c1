//go:build linux

package player_test

import (
	"bytes"
	"encoding/binary"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// refusal is a script that the player refuses, with the reason.
type refusal struct {
	write  func(s *script)
	reason string
}

var refusals = map[string]refusal{
	"data of a buffer": {func(s *script) {
		s.call("glBufferData", number(arrayBuffer), number(100), data(quad), number(staticDraw))
	}, "refused 11 glBufferData argument 2 has 48 bytes, the driver reads 100"},
	"text without an end": {func(s *script) { s.call("glBindAttribLocation", number(1), number(0), data([]byte("position"))) }, "without an end"},
	"list without an end": {func(s *script) {
		s.call("eglChooseConfig", reg(display), data(words[uint32](0x3033, 4)), outHandles(config), number(1), out())
	}, "without an end"},
	"missing text": {func(s *script) { s.call("glShaderSource", number(1), number(2), texts("one"), number(0)) }, "without an end"},
	"long text":    {func(s *script) { s.call("glShaderSource", number(1), number(1), texts("one"), data(words[uint32](4))) }, "without its 4 bytes"},
	"offset without a buffer": {func(s *script) {
		s.call("glDrawElements", number(triangles), number(3), number(glUnsignedByte), offset(0))
	}, "kind 3"},
	"pointer of a register": {func(s *script) { s.call("glUniform4fv", number(0), number(1), reg(display)) }, "kind 1"},
	"function pointer":      {func(s *script) { s.call("glDebugMessageCallbackKHR", number(0x1000), number(0)) }, "the value 0x1000"},
	"pixels": {func(s *script) {
		s.call("glTexImage2D", number(texture2D), number(0), number(glRGBA), number(4), number(4), number(0), number(glRGBA), number(glUnsignedByte), data(quad))
	}, "the driver reads 64"},
	"draw beyond its vectors": {func(s *script) {
		s.pointer()
		s.vertices(0, 2, 8, 0, 6, 0, quad)
		s.call("glDrawArrays", number(triangles), number(0), number(7))
	}, "the draw reads vectors 0 to 6 of attribute 0, there are 0 to 5"},
	"index beyond its vectors": {func(s *script) {
		s.pointer()
		s.vertices(0, 2, 8, 0, 6, 0, quad)
		s.call("glDrawElements", number(triangles), number(3), number(glUnsignedByte), data([]byte{0, 255, 1}))
	}, "the draw reads vectors 0 to 255"},
	"binding that is rejected": {func(s *script) {
		s.call("glBindBufferBase", number(pixelPackBuffer), number(0), number(5))
		s.call("glReadPixels", number(0), number(0), number(1), number(1), number(glRGBA), number(glUnsignedByte), offset(0x1000))
	}, "kind 3"},
	"too many pixels": {func(s *script) {
		s.call("glPixelStorei", number(0x0D02), number(1<<20))
		s.readPixel(0, 0)
	}, "the pixels are too many"},
	"too much text": {func(s *script) { s.call("glGetProgramInfoLog", number(1), number(1<<31-1), out(), out()) }, "2147483647 elements"},
	"handle":        {func(s *script) { s.call("eglSwapBuffers", number(0x1000), number(0)) }, "the value 0x1000"},
	"first vertex": {func(s *script) {
		s.pointer()
		s.vertices(0, 2, 8, 0, 6, 0, quad)
		s.call("glDrawArrays", number(triangles), number(-1), number(3))
	}, "begins below 0"},
	"divisor that is rejected": {func(s *script) {
		s.pointer()
		s.vertices(0, 2, 8, 0, 6, 0, quad)
		s.call("glVertexBindingDivisor", number(0), number(7))
		s.call("glDrawArrays", number(triangles), number(0), number(7))
	}, "the draw reads vectors 0 to 6"},
	"indices that are rejected": {func(s *script) {
		s.indices([]byte{0, 1, 200})
		s.call("glMapBufferRange", number(elementArrayBuffer), number(0), number(3), number(2))
		s.call("glBufferSubData", number(elementArrayBuffer), number(0), number(3), data([]byte{0, 1, 2}))
		s.call("glUnmapBuffer", number(elementArrayBuffer))
		s.drawIndexed()
	}, "the draw reads vectors 0 to 200"},
	"data that is not kept": {func(s *script) {
		s.operation(opKeep, 0, data(quad))
		s.operation(opVertices, 0, number(0), number(2), number(glFloat), number(0), number(0), number(8), number(0), number(6), number(0), kept(1))
	}, "data 1 is not kept"},
	"vectors beyond kept data": {func(s *script) {
		s.operation(opKeep, 0, data(quad))
		s.operation(opVertices, 0, number(0), number(2), number(glFloat), number(0), number(0), number(8), number(0), number(7), number(0), kept(0))
	}, "the vectors do not lie in the data"},
	"too much kept data": {func(s *script) {
		for range 65 {
			s.operation(opKeep, 0, data(quad))
		}
	}, "too much data is kept"},
	"kept data of a buffer": {func(s *script) {
		s.operation(opKeep, 0, data(quad))
		s.call("glBufferData", number(arrayBuffer), number(len(quad)), kept(0), number(staticDraw))
	}, "kind 13"},
	"vectors beyond their data": {func(s *script) { s.vertices(0, 2, 8, 0, 7, 0, quad) }, "the vectors do not lie in the data"},
	"mapping": {func(s *script) {
		s.call("glGenBuffers", number(1), outNames(buffer))
		s.call("glBindBuffer", number(arrayBuffer), reg(buffer))
		s.call("glBufferData", number(arrayBuffer), number(64), number(0), number(staticDraw))
		s.into(next, "glMapBufferRange", number(arrayBuffer), number(16), number(32), number(2))
		s.operation(opMapped, 0, reg(buffer), number(8), data(quad[:16]))
	}, "16 bytes at 8 are not mapped"},
	"mapping of slots": {func(s *script) {
		s.call("glGenBuffers", number(1), outNames(buffer))
		s.call("glBindBuffer", number(arrayBuffer), reg(buffer))
		s.call("glBufferData", number(arrayBuffer), number(64), number(0), number(staticDraw))
		s.into(next, "glMapBufferRange", number(arrayBuffer), number(16), number(32), number(2))
		s.operation(opPayload, 0, number(1), data(quad[:16]))
		s.operation(opMapped, 0, reg(buffer), number(16), slots(1, 1, 1))
	}, "48 bytes at 16 are not mapped"},
	"slot": {func(s *script) { s.operation(opPayload, 0, number(64), data(quad)) }, "slot 64"},
	"slot in a list": {func(s *script) {
		s.call("glGenBuffers", number(1), outNames(buffer))
		s.call("glBindBuffer", number(arrayBuffer), reg(buffer))
		s.call("glBufferData", number(arrayBuffer), number(64), number(0), number(staticDraw))
		s.into(next, "glMapBufferRange", number(arrayBuffer), number(16), number(32), number(2))
		s.operation(opMapped, 0, reg(buffer), number(16), slots(1<<31))
	}, "slot 2147483648"},
	"large payload":      {func(s *script) { s.operation(opPayload, 0, number(0), data(make([]byte, 1<<16+8))) }, "a payload of 65544 bytes"},
	"change of nothing":  change(0, []byte{}, []byte{}),
	"change of itself":   change(1, []byte{0}, []byte{}),
	"few changed bits":   change(2, []byte{}, []byte{}),
	"many changed bits":  change(2, []byte{0, 0}, []byte{}),
	"bits after the end": change(2, []byte{1 << 4}, quad[:4]),
	"few changed words":  change(2, []byte{3}, quad[:4]),
	"many changed words": change(2, []byte{1}, quad[:8]),
	"a part of a word":   change(2, []byte{1}, quad[:5]),
	"pixel": {func(s *script) {
		s.operation(opPixel, 0, number(0), number(1), number(colorAttachment), number(1<<40), number(0))
	}, "the pixel 1099511627776, 0"},
	"count of a pixel": {func(s *script) { s.operation(opCountAt, 0, number(16), number(0), number(0)) }, "the count of pixel 0, 0"},
	"source without an end": {func(s *script) {
		s.useProgram()
		s.operation(opCopy, 0, number(1), number(0), data([]byte("void main")), number(0), number(0), number(0), data([]byte("x\x00")))
	}, "a text without an end"},
	"too many outputs":     {func(s *script) { s.operation(opCapture, 0, number(1<<30)) }, "1073741824 bytes"},
	"outputs without draw": {func(s *script) { s.operation(opCaptured, 0, number(1)) }, "no draw is captured"},
	"outputs twice": {func(s *script) {
		s.operation(opCapture, 0, number(16))
		s.operation(opCapture, 0, number(16))
	}, "a draw is captured already"},
	"register":       {func(s *script) { s.into(1<<24+1, "glCreateProgram") }, "register 16777217"},
	"arguments":      {func(s *script) { s.call("glClear") }, "0 arguments, the function has 1"},
	"function":       {func(s *script) { s.operation(0xFE00, 0) }, "function 65024"},
	"operation":      {func(s *script) { s.operation(0xFF77, 0) }, "operation 119"},
	"memory":         {func(s *script) { s.call("glGenBuffers", number(1<<30), outNames(buffer)) }, "more than 1073741824 bytes"},
	"incomplete":     {func(s *script) { s.bytes = s.bytes[:len(s.bytes)-8] }, "the script is not complete"},
	"without an end": {func(*script) {}, "the script is not complete"},
}

// change is a hostile change of slot 1 to what slot "from" has: 16 bytes in slot 2.
func change(from int, changed, words []byte) refusal {
	return refusal{func(s *script) {
		s.operation(opPayload, 0, number(2), data(quad[:16]))
		s.operation(opChange, 0, number(1), number(from), data(changed), data(words))
	}, "the change does not match the payload"}
}

// indices adds the calls that fill an index buffer.
func (s *script) indices(list []byte) {
	s.call("glGenBuffers", number(1), outNames(buffer))
	s.call("glBindBuffer", number(elementArrayBuffer), reg(buffer))
	s.call("glBufferData", number(elementArrayBuffer), number(len(list)), data(list), number(staticDraw))
}

// drawIndexed adds a draw with client arrays and three indices of the buffer.
func (s *script) drawIndexed() {
	s.pointer()
	s.vertices(0, 2, 8, 0, 6, 0, quad)
	s.call("glDrawElements", number(triangles), number(3), number(glUnsignedByte), offset(0))
}

// OpenGL ES 1 rejects the binding of a buffer for pixels, which the recorder tracks.
func TestRefusesOffsetWithoutBuffer(t *testing.T) {
	s := newScript(t)
	s.begin(8, 8, 1)
	s.call("glBindBuffer", number(pixelPackBuffer), number(5))
	s.call("glReadPixels", number(0), number(0), number(1), number(1), number(glRGBA), number(glUnsignedByte), offset(0x1000))
	output, code, _ := play(t, s, "")
	if code != 3 || !strings.Contains(output, "the driver has no buffer") {
		t.Errorf("exit code %d, %s", code, output)
	}
}

// In a context that the program made without errors, the range of vertices is checked too.
func TestWithoutErrors(t *testing.T) {
	s := newScript(t)
	s.begin(8, 8, 3)
	s.into(eglContext, "eglCreateContext", reg(display), reg(config), number(0), data(words[uint32](0x3098, 3, 0x31B3, 1, eglNone)))
	s.call("eglMakeCurrent", reg(display), reg(surface), reg(surface), reg(eglContext))
	s.useProgram()
	s.indices([]byte{0, 1, 2})
	s.drawIndexed()
	playAll(t, s)
}

func TestRefusals(t *testing.T) {
	for name, c := range refusals {
		t.Run(name, func(t *testing.T) {
			s := newScript(t)
			s.begin(8, 8, 3)
			for range 4 {
				s.call("glFlush")
			}
			c.write(s)
			for _, args := range [][]string{nil, {"--unrecorded"}} {
				output, code, _ := play(t, s, "", args...)
				if code != 3 || !strings.Contains(output, "refused ") || !strings.Contains(output, c.reason) {
					t.Errorf("%s: exit code %d, %s", args, code, output)
				}
			}
		})
	}
}

// A replay without a driver fails.
func TestNoDriver(t *testing.T) {
	dir := t.TempDir()
	output, code, _ := play(t, newScript(t), "", "--driver", dir)
	if code != 4 || !strings.HasPrefix(output, "unloaded cannot load libEGL.so of "+dir+": ") {
		t.Errorf("exit code %d, %s", code, output)
	}
}

// valid is a script with calls of all kinds.
func valid(t testing.TB) *script {
	s := newScript(t)
	s.begin(16, 16, 3)
	s.useProgram()
	s.pointer()
	s.vertices(0, 2, 8, 0, 6, 0, quad)
	s.call("glDrawElements", number(triangles), number(6), number(glUnsignedByte), data([]byte{0, 1, 2, 3, 4, 5}))
	s.operation(opKeep, 0, data(quad))
	s.operation(opVertices, 0, number(0), number(2), number(glFloat), number(0), number(0), number(8), number(0), number(6), number(0), kept(0))
	s.call("glDrawArrays", number(triangles), number(0), number(6))
	s.call("glGenBuffers", number(2), outNames(buffer, next+1))
	s.call("glBindBuffer", number(arrayBuffer), reg(buffer))
	s.call("glBufferData", number(arrayBuffer), number(len(quad)), data(quad), number(staticDraw))
	s.into(next+2, "glMapBufferRange", number(arrayBuffer), number(8), number(16), number(2))
	s.operation(opMapped, 0, reg(buffer), number(8), data(quad[:16]))
	s.operation(opPayload, 0, number(1), data(quad[:8]))
	s.operation(opChange, 0, number(2), number(1), data([]byte{2}), data(quad[8:12]))
	s.operation(opMapped, 0, reg(buffer), number(8), slots(1, 2))
	s.call("glUnmapBuffer", number(arrayBuffer))
	s.call("glVertexAttribPointer", number(0), number(2), number(glFloat), number(0), number(0), offset(0))
	s.call("glDrawArrays", number(triangles), number(0), number(6))
	s.call("glGenTextures", number(1), outNames(texture))
	s.call("glBindTexture", number(texture2D), reg(texture))
	s.call("glPixelStorei", number(0x0CF2), number(5))
	s.call("glTexImage2D", number(texture2D), number(0), number(glRGBA), number(2), number(2), number(0), number(glRGBA), number(glUnsignedByte), data(make([]byte, 16)))
	s.call("glTexParameteriv", number(texture2D), number(0x2801), data(words[uint32](0x2600)))
	s.call("glGetIntegerv", number(0x0D33), out())
	s.call("glGetProgramInfoLog", reg(program), number(100), out(), out())
	s.call("glGetActiveUniform", reg(program), number(0), number(40), out(), out(), out(), out())
	s.call("glGetUniformfv", reg(program), reg(next), out())
	s.operation(opResize, 0, reg(surface), number(20), number(20))
	s.readPixel(4, 4)
	s.call("eglMakeCurrent", reg(display), number(0), number(0), number(0))
	s.thread = 2
	s.call("eglMakeCurrent", reg(display), reg(surface), reg(surface), reg(eglContext))
	s.call("glDeleteTextures", number(1), names(texture))
	s.operation(opFrame, 0, number(0))
	s.call("eglSwapBuffers", reg(display), reg(surface))
	s.operation(opEnd, 0)
	return s
}

// operations returns the operations of a script.
func operations(script []byte) (list [][]byte) {
	for rest := script[8:]; len(rest) > 0; {
		size := binary.LittleEndian.Uint32(rest)
		list, rest = append(list, rest[:size:size]), rest[size:]
	}
	return list
}

// interesting are values that are wrong at most places.
var interesting = []uint64{0, 1, 2, 7, 8, 255, 1 << 16, 1 << 20, 1<<31 - 1, 1 << 31, 1<<32 - 1, 1 << 32, 1 << 40, 1<<63 - 1, 1 << 63, 1<<64 - 1}

// mutate returns a script with a few random changes: of operations, their arguments, kinds, data and bytes.
func mutate(r *rand.Rand, script []byte) []byte {
	list := operations(bytes.Clone(script))
	for range 1 + r.IntN(4) {
		i := r.IntN(len(list))
		op := list[i]
		args := int(op[12])
		switch r.IntN(7) {
		case 0:
			list[i] = list[r.IntN(len(list))]
		case 1:
			list = append(list[:i], list[i+1:]...)
		case 2, 3:
			if args > 0 {
				binary.LittleEndian.PutUint64(op[24+8*r.IntN(args):], interesting[r.IntN(len(interesting))])
			}
		case 4:
			if args > 0 {
				op[24+8*args+r.IntN(args)] = uint8(r.IntN(16))
			}
		case 5:
			if args > 0 {
				value := op[24+8*r.IntN(args):]
				binary.LittleEndian.PutUint64(value, binary.LittleEndian.Uint64(value)+uint64(r.IntN(33))-16)
			}
		default:
			op[r.IntN(len(op))] ^= 1 << r.IntN(8)
		}
		if len(list) == 0 {
			break
		}
	}
	return append(bytes.Clone(script[:8]), bytes.Join(list, nil)...)
}

// The libraries in the report of a sanitizer: of the instruction with the error, and the one that allocated the memory.
var (
	faulting  = regexp.MustCompile(`ERROR: AddressSanitizer.*\n(?:(?:==|READ|WRITE).*\n)+(?: *#0 .*libsanitizer.*\n)? *#[01] 0x[0-9a-f]+ .*\((/usr/lib/[^+)]+)`)
	member    = regexp.MustCompile(`SEGV on unknown address 0x0*[1-9a-f][0-9a-f]{0,2} `) // of a structure at a null pointer
	allocated = regexp.MustCompile(`allocated by thread.*\n *#0 .*\n *#1 0x[0-9a-f]+ .*\((/usr/lib/[^+)]+)`)
)

// isOfDriver reports whether a library made an error in memory that it allocated itself, or read a member of a structure that it
// does not have: as glGetProgramiv of Mesa 22.3 for a program whose link failed. Data that the player passes begins at a null pointer.
func isOfDriver(report string) bool {
	fault, owner := faulting.FindStringSubmatch(report), allocated.FindStringSubmatch(report)
	return fault != nil && (member.MatchString(report) || owner != nil && fault[1] == owner[1])
}

// hostile plays mutations of a valid script. Each ends with one of the player's exit codes, unless the driver has a defect.
func hostile(t *testing.T, path string, seed uint64, rounds int, env ...string) {
	t.Helper()
	script := valid(t).bytes
	r := rand.New(rand.NewPCG(seed, 0))
	codes := map[int]int{}
	for range rounds {
		dir := t.TempDir()
		mutated := mutate(r, script)
		settings := append(os.Environ(), "DISPLAY=", "GLTRACE_FILE="+dir+"/b.gltrace", "GLTRACE_START=1", "GLTRACE_FOLDER="+dir)
		args := []string{"--unrecorded"}[:r.IntN(2)]
		output, messages, code := runFor(t, hostileLimit, path, mutated, append(settings, env...), args...)
		if codes[code]++; code != 0 && code != 3 && code != 4 && code != outOfTime && !isOfDriver(messages) {
			name := filepath.Join(t.ArtifactDir(), "script")
			if err := os.WriteFile(name, mutated, 0o600); err != nil {
				t.Error(err)
			}
			t.Fatalf("exit code %d, %s%s; the script is %s", code, output, messages, name)
		}
	}
	t.Log("exit codes:", codes)
}

// hostileLimit is the processor time for a hostile script: a valid draw of two billion vertices takes long.
const hostileLimit = "5"

func TestHostile(t *testing.T) { hostile(t, playerPath(t), 1, 20) }
