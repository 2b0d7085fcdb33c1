package state

import "strings"

var texturesKey = word("textures")

// imageHandler handles writes to a level of a texture: whole, in part, or as a record of the recorder.
func imageHandler(m *machine, r *rule) {
	name, target, level := m.bound("texture"), uint32(m.argOf("target")), m.argOf("level")
	if r.extra == "record" { // name, target, level, internal format, width, height, depth, format, type, data
		m.textureRecord()
		return
	}
	box := [6]int64{m.argOf("xoffset"), m.argOf("yoffset"), m.argOf("zoffset") + faceOf(target), m.argOf("width"), m.argOf("height"), max(m.argOf("depth"), 1)}
	if m.has("depth") {
		box[5] = m.argOf("depth")
	}
	at := m.sharePath(texturesKey, number(name), word("levels"), number(level))
	if r.extra == "whole" {
		m.newLevel(at, uint64(m.argOf("internalformat")), box)
		if faceOf(target) == 0 && !isFace(target) {
			m.drop(append(at, word("contents")))
		}
	}
	m.addImage(at, box, r.extra == "whole")
}

const firstFace = 0x8515 // GL_TEXTURE_CUBE_MAP_POSITIVE_X; the other faces follow

func isFace(target uint32) bool { return target >= firstFace && target < firstFace+6 }

// faceOf returns the index of a cube map's face, which is its layer.
func faceOf(target uint32) int64 {
	if !isFace(target) {
		return 0
	}
	return int64(target - firstFace)
}

// layers returns the layer of a cube map's face, or anyLayer for all layers of a level.
func (m *machine) layers(box [6]int64) int64 {
	if isFace(uint32(m.argOf("target"))) {
		return box[2]
	}
	return anyLayer
}

func (m *machine) newLevel(at []key, format uint64, box [6]int64) {
	m.track.respecified(resource{at[1], "texture", uint64(at[3].number)}, at[5].number, m.layers(box))
	set := func(name string, n int64) { m.set(append(at[:len(at):len(at)], word(name)), whole(n)) }
	set("internal format", int64(format))
	set("width", box[3])
	set("height", box[4])
	set("depth", box[5])
	m.drop(append(at[:len(at):len(at)], word("made by")))
	if m.has("samples") {
		set("samples", m.argOf("samples"))
	}
}

// addImage adds pixels to a level. A whole level without pixels has no contents.
func (m *machine) addImage(at []key, box [6]int64, fresh bool) {
	name := m.call.Function.Name
	p := piece{image: &image{box: box, format: uint32(m.argOf("format", "internalformat")), kind: uint32(m.argOf("type")), store: m.unpack()}}
	p.image.compressed = strings.HasPrefix(name, "glCompressed")
	if !strings.HasPrefix(name, "glCopy") {
		v := m.call.Args[len(m.call.Args)-1]
		p.data = v.Data
		unpack := m.read(m.contextPath(word("buffers"), word("GL_PIXEL_UNPACK_BUFFER"))).value.one
		switch {
		case captured(v.Data):
		case unpack != 0:
			if n := m.root.at(m.sharePath(word("buffers"), number(unpack), word("contents"))...); n != nil {
				p.from, p.skip = n.pieces, v.Bits
			}
		case fresh && v.Bits == 0 && m.track == nil:
			return
		}
	}
	m.addPiece(append(at, word("contents")), p)
}

// unpack returns the current unpack parameters.
func (m *machine) unpack() pixelStore {
	get := func(name string) int64 {
		return int64(m.read(m.contextPath(word("pixel store"), word("GL_UNPACK_"+name))).value.one)
	}
	return pixelStore{get("ALIGNMENT"), get("ROW_LENGTH"), get("IMAGE_HEIGHT"), get("SKIP_PIXELS"), get("SKIP_ROWS"), get("SKIP_IMAGES")}
}

func (m *machine) textureRecord() {
	a := m.call.Args
	name, target := number(uint32(a[0].Bits)), uint32(a[1].Bits)
	box := [6]int64{0, 0, faceOf(target), a[4].Int(), a[5].Int(), a[6].Int()}
	at := m.sharePath(texturesKey, name, word("levels"), number(a[2].Int()))
	if isFace(target) {
		target = uint32(literal("GL_TEXTURE_CUBE_MAP", cellUint))
	}
	m.set(m.sharePath(texturesKey, name, word("target")), whole(int64(target)))
	m.newLevel(at, a[3].Bits, box)
	if captured(a[9].Data) {
		p := piece{data: a[9].Data, image: &image{box: box, format: uint32(a[7].Bits), kind: uint32(a[8].Bits), store: pixelStore{alignment: 1}}}
		m.addPiece(append(at, word("contents")), p)
	}
}

// storageHandler creates all levels.
func storageHandler(m *machine, _ *rule) {
	name := m.bound("texture")
	levels := max(m.argOf("levels"), 1)
	box := [6]int64{3: m.argOf("width"), 4: m.argOf("height"), 5: max(m.argOf("depth"), 1)}
	at := m.sharePath(texturesKey, number(name))
	if strings.HasPrefix(m.call.Function.Name, "glTexStorage") {
		m.set(append(at[:len(at):len(at)], word("immutable levels")), whole(levels))
	}
	m.levels(at, 0, min(levels, mostLevels), uint64(m.argOf("internalformat")), box, "")
}

const mostLevels = 32

// levels creates levels, each half as large as the previous one.
func (m *machine) levels(at []key, from, to int64, format uint64, box [6]int64, by string) {
	for l := from; l < to; l++ {
		one := append(at[:len(at):len(at)], word("levels"), number(l))
		m.newLevel(one, format, box)
		m.drop(append(one[:len(one):len(one)], word("contents")))
		if by != "" {
			m.set(append(one[:len(one):len(one)], word("made by")), value{have: true, text: by})
		}
		box[3], box[4] = max(box[3]/2, 1), max(box[4]/2, 1)
		if uint32(m.argOf("target")) == gl3D {
			box[5] = max(box[5]/2, 1)
		}
	}
}

const gl3D = 0x806F // GL_TEXTURE_3D: the only target whose depth halves

// mipmapHandler handles glGenerateMipmap: the driver writes the levels above the base level.
func mipmapHandler(m *machine, _ *rule) {
	at := m.sharePath(texturesKey, number(m.bound("texture")))
	parameter := func(name string) int64 {
		return int64(m.read(append(at[:len(at):len(at)], word("parameters"), word(name))).value.one)
	}
	base := parameter("GL_TEXTURE_BASE_LEVEL")
	n := m.root.at(append(at[:len(at):len(at)], word("levels"), number(base))...)
	if n == nil || base < 0 || base > mostLevels {
		return
	}
	get := func(name string) int64 { v, _ := n.number(word(name)); return int64(v) }
	box := [6]int64{3: get("width"), 4: get("height"), 5: get("depth")}
	longest := max(box[3], box[4])
	if uint32(m.argOf("target")) == gl3D {
		longest = max(longest, box[5])
	}
	last := base + 1
	for ; longest > 1; longest /= 2 {
		last++
	}
	next := box
	next[3], next[4] = max(box[3]/2, 1), max(box[4]/2, 1)
	if uint32(m.argOf("target")) == gl3D {
		next[5] = max(box[5]/2, 1)
	}
	m.levels(at, base+1, min(last, parameter("GL_TEXTURE_MAX_LEVEL")+1, mostLevels), uint64(get("internal format")), next, "glGenerateMipmap")
}

// externalHandler gives a texture of GL_TEXTURE_EXTERNAL_OES the initial values of that target, which differ
// from those of others.
func externalHandler(m *machine, _ *rule) {
	at := m.sharePath(texturesKey, number(m.argOf("texture")), word("parameters"))
	for name, v := range map[string]string{"MIN_FILTER": "GL_LINEAR", "WRAP_S": "GL_CLAMP_TO_EDGE", "WRAP_T": "GL_CLAMP_TO_EDGE"} {
		if old := m.find(append(at[:len(at):len(at)], word("GL_TEXTURE_"+name))); old.value.equal(old.def.initial) {
			m.set(append(at[:len(at):len(at)], word("GL_TEXTURE_"+name)), whole(int64(literal(v, cellUint))))
		}
	}
}
