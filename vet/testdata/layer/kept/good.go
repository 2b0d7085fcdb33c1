package main

import (
	"bytes"
	"fmt"
	"hash/crc32"
	"maps"
	"slices"
	"strings"
	"sync"
	"unsafe"

	"layer/gles"
	"layer/helper"
)

type record struct {
	text   string
	size   int
	bytes  []byte
	offset uintptr
}

var (
	texts    []string
	records  []record
	sums     = map[uint32]int{}
	configOf = map[gles.EGLDisplay]gles.EGLConfig{}
	syncs    = map[gles.GLsync]bool{}
	names    = map[gles.GLuint]string{}
	offsets  []uintptr
	attribs  []gles.EGLint
	mapped   = map[gles.GLenum]gles.Ptr{}
	clientPt gles.Ptr
	mu       sync.Mutex
)

func GLTexImage2D(next gles.GLTexImage2DFunc, target gles.GLenum, width, height gles.GLsizei, pixels gles.Ptr) {
	n := int(width * height * 4)
	b := pixels.Bytes(n)

	// Copies.
	data = slices.Clone(b)
	data = bytes.Clone(b)
	data = append([]byte(nil), b...)
	data = append(data[:0], b...)
	copy(data, b)
	texts = append(texts, string(b))
	records = append(records, record{text: string(b), size: len(b), bytes: slices.Clone(b)})
	helper.Copy(b)
	data = []byte(string(b))

	// Numbers.
	offsets = append(offsets, uintptr(pixels))
	records[0].offset = uintptr(pixels)
	sums[crc32.ChecksumIEEE(b)]++
	current.calls = append(current.calls, call{name: fmt.Sprint(pixels)})
	first := b[0]
	sums[uint32(first)] = len(b)

	// Only during the call.
	args := []any{pixels, b}
	gles.Logf("%v %v", args...)
	local := state{pixels: pixels, bytes: b}
	local.note(pixels)
	current.calls = append(current.calls, call{name: fmt.Sprint(len(local.bytes))})
	seen := map[gles.Ptr]bool{pixels: true}
	sums[0] = len(seen)
	var done func()
	done = func() { gles.Logf("%v", b) }
	defer done()
	view := bytes.NewReader(b)
	sums[1] = view.Len()
	slices.SortFunc(slices.Clone(b), func(x, y byte) int { return int(x) - int(b[0]) })

	// The hook waits.
	var wg sync.WaitGroup
	parts := make([]uint32, 4)
	for i := range parts {
		wg.Go(func() { parts[i] = crc32.ChecksumIEEE(b[i*n/4 : (i+1)*n/4]) })
	}
	wg.Wait()
	ready := make(chan uint32)
	go func() { ready <- crc32.ChecksumIEEE(b) }()
	sums[<-ready]++
	whole := string(b)
	go func() { gles.Logf("%s", whole) }()

	// Passed to the driver in Memory.
	var m gles.Memory
	defer m.Free()
	next(target, width, height, m.Copy(b))
}

func EGLChooseConfig(next gles.EGLChooseConfigFunc, dpy gles.EGLDisplay, attribList *gles.EGLint, configs *gles.EGLConfig, configSize gles.EGLint, numConfig *gles.EGLint) gles.EGLBoolean {
	list := append(slices.Clone(gles.Attribs(attribList)), 1, 2)
	attribs = list
	attribs = append(attribs, gles.Attribs(attribList)...)
	for _, a := range gles.Attribs(attribList) {
		attribs = append(attribs, a)
	}
	ok := next(dpy, &list[0], configs, configSize, numConfig)
	if configs != nil && *numConfig > 0 {
		configOf[dpy] = *configs
		configOf[dpy] = unsafe.Slice(configs, *numConfig)[0]
	}
	count := *numConfig
	attribs = append(attribs, count)
	*numConfig = 1
	found := describe(configs)
	texts = append(texts, found)
	lists = append(lists, owned(attribList))
	return ok
}

func describe(c *gles.EGLConfig) string { return fmt.Sprintf("%d", *c) }

func owned(list *gles.EGLint) []gles.EGLint {
	var out []gles.EGLint
	for _, a := range gles.Attribs(list) {
		out = append(out, a)
	}
	return out
}

func GLShaderSource(next gles.GLShaderSourceFunc, shader gles.GLuint, count gles.GLsizei, string_ **gles.GLchar, length *gles.GLint) {
	source := strings.Join(gles.Strings(count, string_, length), "")
	names[shader] = source
	texts = append(texts, gles.Strings(count, string_, length)...)
	texts = append(texts, gles.String(*string_))
	names[shader] = strings.Clone(unsafe.String((*byte)(*string_), 4))
	both := struct {
		at   **gles.GLchar
		text string
	}{string_, source}
	names[shader] = both.text
	r := &record{text: source}
	fill(r, source)
	records = append(records, *r)
	mu.Lock()
	defer mu.Unlock()
	copied := maps.Clone(names)
	names = copied
	next(shader, count, string_, length)
}

func fill(r *record, s string) { r.text = s }

// Handles are numbers.
func GLDeleteSync(next gles.GLDeleteSyncFunc, sync gles.GLsync) {
	syncs[sync] = true
	next(sync)
}

func GLGenTextures(next gles.GLGenTexturesFunc, n gles.GLsizei, textures *gles.GLuint) {
	next(n, textures)
	for i, t := range unsafe.Slice(textures, n) {
		names[t] = fmt.Sprint(i)
	}
	names[*textures] = "first"
}

// Memory of the driver is not checked.
func GLMapBuffer(next gles.GLMapBufferFunc, target gles.GLenum) gles.Ptr {
	p := next(target)
	mapped[target] = p
	return p
}

// A pointer that stays valid by the rules of OpenGL ES.
func GLTexImage2DClient(next gles.GLTexImage2DFunc, target gles.GLenum, width, height gles.GLsizei, pixels gles.Ptr) {
	clientPt = pixels //gleslayer:ok kept a client array lives until it is drawn
	keepClient(pixels)
	next(target, width, height, pixels)
}

func keepClient(p gles.Ptr) {
	clientPt = p //gleslayer:ok kept a client array lives until it is drawn
}

// Not a hook: it may store its arguments.
func keep(p gles.Ptr) { clientPt = p }
