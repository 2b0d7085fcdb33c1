package apitrace

import "github.com/gleslayergen/gleslayergen/trace/file"

// Values for the calls that make a context current that the recording did not create.
const (
	fakeDisplay = address(1)
	fakeConfig  = address(1)
	fakeSurface = address(1)
)

func (x *writer) createdContext(c *file.Call) error {
	if handle := c.Result.Uint(); handle != 0 {
		x.created[handle] = true
		delete(x.sized, handle)
		x.remember(1)
	}
	return nil
}

// newContext handles gltrace.Context, which the recorder adds after the context was created, or if a recording
// begins later. In the second case it creates the context.
func (x *writer) newContext(c *file.Call) (bool, error) {
	s := x.context(uint32(c.Args[0].Uint()))
	s.handle, s.share = c.Args[1].Uint(), uint32(c.Args[4].Uint())
	shared := x.shared[s.share]
	if shared == 0 {
		x.shared[s.share] = s.handle
	}
	if !x.created[s.handle] {
		x.created[s.handle] = true
		x.fakeCall(c.Thread, "eglCreateContext", address(s.handle), fakeArg{"dpy", fakeDisplay}, fakeArg{"config", fakeConfig},
			fakeArg{"share_context", address(shared)}, fakeArg{"attrib_list", []int{majorVersion, int(int32(c.Args[2].Int())), minorVersion, int(int32(c.Args[3].Int())), configNone}})
	}
	x.remember(2)
	return false, nil
}

// madeCurrent is called after eglMakeCurrent.
func (x *writer) madeCurrent(c *file.Call) error {
	if c.Result.Uint() == 0 {
		return nil
	}
	handle := c.Args[3].Uint()
	x.current[c.Thread] = handle
	x.remember(1)
	x.size(c.Thread, handle, c.Args[1].Uint())
	return nil
}

func (x *writer) released(c *file.Call) error {
	delete(x.current, c.Thread)
	return nil
}

// size sets the viewport of a context that is current for the first time, which is the size of its surface:
// eglretrace derives the size of a window from it.
func (x *writer) size(thread uint32, handle, surface uint64) {
	size := x.survey.sizes[surface]
	if size.width == 0 || size.height == 0 || x.sized[handle] || handle == 0 {
		return
	}
	x.sized[handle] = true
	for _, name := range []string{"glViewport", "glScissor"} {
		x.fakeCall(thread, name, nil, fakeArg{"x", 0}, fakeArg{"y", 0}, fakeArg{"width", size.width}, fakeArg{"height", size.height})
	}
}

// enterContext makes the context of a call current, if the recording has no call that did it.
func (x *writer) enterContext(c *file.Call) {
	s := x.contexts[c.Context]
	if s == nil || s.handle == 0 || x.current[c.Thread] == s.handle {
		return
	}
	x.current[c.Thread] = s.handle
	x.remember(1)
	x.fakeCall(c.Thread, "eglMakeCurrent", named{"EGL_TRUE", 1}, fakeArg{"dpy", fakeDisplay}, fakeArg{"draw", fakeSurface},
		fakeArg{"read", fakeSurface}, fakeArg{"ctx", address(s.handle)})
}

// bindAttributes binds the attributes of a program to the locations in the recording. Another driver could
// choose others.
func (x *writer) bindAttributes(c *file.Call) (bool, error) {
	for _, a := range x.survey.attribs[c.Index] {
		x.fakeCall(c.Thread, "glBindAttribLocation", nil, fakeArg{"program", c.Args[0].Uint()}, fakeArg{"index", a.location}, fakeArg{"name", a.name})
	}
	return true, nil
}
