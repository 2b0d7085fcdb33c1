package replay

import (
	"github.com/gleslayergen/gleslayergen/trace/file"
	"github.com/gleslayergen/gleslayergen/trace/restore"
)

// adopted has the objects of EGL from before the recording, in the order in which the recording first names them.
type adopted struct {
	displays []uint64
	contexts []adoptedContext
	numbers  map[uint32]int // indices of contexts, by number
	surfaces []adoptedSurface
}

// adoptedContext is a context from before the recording.
type adoptedContext struct {
	number, share uint32
	handle        uint64
	major, minor  int
	display       uint64
	config        uint64 // the name of a configuration; 0 if the recording has no surface of the context
}

// adoptedSurface is a surface from before the recording.
type adoptedSurface struct {
	display, handle uint64
	kind            uint64 // a bit of EGL_SURFACE_TYPE
	size            extent
	config          uint64
	colorspace      uint64
}

// configOf returns the name that a script has for a configuration of which the recording has only the EGL_CONFIG_ID.
func configOf(id uint64) uint64 { return 1<<63 | id }

// adoptDisplay adds the display of a call, if the recording has no call that returned it.
func (s *survey) adoptDisplay(c *file.Call) {
	if !s.interestIn(c.Function).display {
		return
	}
	if display := c.Args[0].Bits; display != 0 && s.isNew("display", display) {
		s.adopted.displays = append(s.adopted.displays, display)
	}
}

// hasDisplay reports whether the first parameter of a function is a display.
func hasDisplay(f *file.Function) bool {
	return len(f.Params) > 0 && (f.Params[0].Type == "EGLDisplay" || f.Name == "gltrace.Surface")
}

// isNew reports whether a handle occurs for the first time.
func (s *survey) isNew(class string, handle uint64) bool {
	o := object{class: class, name: handle}
	known := s.handles[o]
	keep(s, s.handles, o, true)
	return !known
}

func (s *survey) returnedDisplay(_ *file.File, c *file.Call) { s.isNew("display", c.Result.Bits) }
func (s *survey) returnedContext(_ *file.File, c *file.Call) { s.isNew("context", c.Result.Bits) }

// adoptContext adds a context that the recorder describes, if the recording has no call that created it.
func (s *survey) adoptContext(c *file.Call) {
	a := &s.adopted
	if handle := c.Args[1].Bits; s.isNew("context", handle) {
		if a.numbers == nil {
			a.numbers = map[uint32]int{}
		}
		a.numbers[uint32(c.Args[0].Bits)] = len(a.contexts)
		a.contexts = append(a.contexts, adoptedContext{number: uint32(c.Args[0].Bits), share: uint32(c.Args[4].Bits), handle: handle, major: int(int32(c.Args[2].Bits)), minor: int(int32(c.Args[3].Bits))})
	}
}

// adoptSurface adds a surface that the recorder describes, if the recording has no call that created it.
func (s *survey) adoptSurface(c *file.Call) {
	value := func(name string) uint64 { v, _ := c.Arg(name); return v.Bits }
	a, config := &s.adopted, configOf(value("config"))
	if i, known := a.numbers[c.Context]; known && a.contexts[i].config == 0 {
		a.contexts[i].config, a.contexts[i].display = config, c.Args[0].Bits
	}
	handle := c.Args[1].Bits
	if _, known := s.created[handle]; known || !s.isNew("surface", handle) {
		return
	}
	a.surfaces = append(a.surfaces, adoptedSurface{c.Args[0].Bits, handle, c.Args[2].Bits, extent{int32(c.Args[3].Bits), int32(c.Args[4].Bits)}, config, value("colorspace")})
}

// Values of EGL.
const (
	majorVersion   = 0x3098
	minorVersion   = 0x30FB
	pbufferBit     = 1
	glColorspace   = 0x309D
	colorspaceSRGB = 0x3089
)

// lacksCalls reports whether objects of EGL can exist that no call of the recording created.
func lacksCalls(f *file.File) bool {
	t := f.Totals()
	return !f.Hello().GetFromStart() || t.Dropped+t.Lost > 0
}

// adopt creates the objects of EGL that no call of the recording created. The calls are made before its first call.
func (x *writer) adopt(at *file.Call) {
	if !x.survey.adopts {
		return
	}
	a := &x.survey.adopted
	for _, display := range a.displays {
		x.Make(&restore.Call{At: at, Function: "eglGetDisplay", Result: display, Args: []restore.Arg{{Name: "display_id", Value: 0}}})
		x.Make(&restore.Call{At: at, Function: "eglInitialize", Args: []restore.Arg{{Name: "dpy", Value: display}, {Name: "major", Value: 0}, {Name: "minor", Value: 0}}})
	}
	for i := range a.surfaces {
		x.adoptSurface(at, &a.surfaces[i])
	}
	groups := map[uint32]uint64{} // the first context of each share group
	for i := range a.contexts {
		one := &a.contexts[i]
		x.adoptContext(at, one, groups[one.share])
		if groups[one.share] == 0 {
			groups[one.share] = one.handle
		}
	}
}

func (x *writer) adoptSurface(at *file.Call, s *adoptedSurface) {
	x.chooseConfig(at, s.config)
	list, function := []int{}, "eglCreateWindowSurface"
	size := s.size
	if o := x.options; s.kind != pbufferBit && o.Width > 0 && o.Height > 0 {
		size = extent{int32(o.Width), int32(o.Height)}
	} else if s.kind != pbufferBit {
		x.sizes[s.handle] = size
	}
	if s.kind == pbufferBit {
		list, function = append(list, surfaceWidth, int(size.width), surfaceHeight, int(size.height)), "eglCreatePbufferSurface"
	}
	if s.colorspace == colorspaceSRGB {
		list = append(list, glColorspace, colorspaceSRGB)
	}
	x.nextSize(at, size)
	args := []restore.Arg{{Name: "dpy", Value: s.display}, {Name: "config", Value: s.config}}
	if s.kind != pbufferBit {
		args = append(args, restore.Arg{Name: "win", Value: 0})
	}
	x.Make(&restore.Call{At: at, Function: function, Result: s.handle, Args: append(args, restore.Arg{Name: "attrib_list", Value: append(list, configNone)})})
}

// adoptContext creates a context that shares objects with another one, if that is not 0.
func (x *writer) adoptContext(at *file.Call, c *adoptedContext, shared uint64) {
	if c.display == 0 && len(x.survey.adopted.displays) > 0 {
		c.display = x.survey.adopted.displays[0]
	}
	if c.config == 0 {
		c.config = configOf(0)
	}
	x.chooseConfig(at, c.config)
	x.context(c.number).share, x.handles[c.handle] = c.share, c.number
	x.late[c.number] = true
	x.Make(&restore.Call{At: at, Function: "eglCreateContext", Result: c.handle, Args: []restore.Arg{{Name: "dpy", Value: c.display}, {Name: "config", Value: c.config},
		{Name: "share_context", Value: shared}, {Name: "attrib_list", Value: []int{majorVersion, c.major, minorVersion, c.minor, configNone}}}})
}

// chooseConfig chooses a configuration like that of a surface from before the recording, if that is not done.
func (x *writer) chooseConfig(at *file.Call, config uint64) {
	o := object{class: "config", name: config}
	if _, known := x.objects[o]; !known {
		x.configOp(at, x.of(o), config)
	}
}
