package state

// sharedContents are the contents of all textures and renderbuffers that EGL images connect: a write to one of them can change the
// others. The tracker does not tell the images apart.
var sharedContents = resource{class: "shared contents"}

// Targets of eglCreateImage. The faces of cube maps and 3D textures are between the first and the last texture.
const (
	eglTexture2D    = 0x30B1
	eglTextureLast  = 0x30B8
	eglRenderbuffer = 0x30B9
)

// contentsOf returns the resource whose writes are those of an object.
func (t *tracker) contentsOf(r resource) resource {
	if t.shared[r] {
		return sharedContents
	}
	return r
}

// image notes that an EGL image shares the contents of the texture or renderbuffer that it is made of.
func (t *tracker) image() {
	class := "texture"
	switch target := t.argOf("target"); {
	case target == eglRenderbuffer:
		class = "renderbuffer"
	case target < eglTexture2D || target > eglTextureLast:
		return
	}
	source := resource{t.share(), class, uint64(t.argOf("buffer"))}
	t.need(t.names[source])
	t.needAll(t.at(source))
	t.connect(source)
}

// imageTarget notes that the contents of the bound texture or renderbuffer become those of an EGL image.
func (t *tracker) imageTarget() {
	context := t.root.at(contextsKey, number(t.call.Context))
	for _, binding := range []string{"texture units", "renderbuffer"} {
		for _, r := range t.namedIn(nil, context.at(word(binding))) {
			t.connect(r)
		}
	}
	t.keepCall()
}

// connect notes that an EGL image shares the contents of an object from now on.
func (t *tracker) connect(r resource) {
	if r.class != "texture" && r.class != "renderbuffer" || t.shared[r] {
		return
	}
	t.readContents(r)
	delete(t.heads, r)
	t.shared[r] = true
	t.write(r, level{layer: anyLayer}, false)
}
