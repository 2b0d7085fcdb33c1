package csource

import (
	"fmt"
	"strings"

	"github.com/gleslayergen/gleslayergen/trace/replay"
)

// A store is a parameter of glPixelStorei. A recording has the pixels without gaps between the rows: with the value tight.
type store struct {
	name  string
	pname uint64
	tight uint64
	usual uint64 // the value of a new context
}

const unpackAlignment = 0x0CF5

// The parameters for pixels that the driver reads, and those for pixels that it writes. The alignment of written pixels does not
// matter, because there is room for it.
var (
	unpackStores = []store{{"GL_UNPACK_ALIGNMENT", unpackAlignment, 1, 4}, {"GL_UNPACK_ROW_LENGTH", 0x0CF2, 0, 0}, {"GL_UNPACK_SKIP_ROWS", 0x0CF3, 0, 0},
		{"GL_UNPACK_SKIP_PIXELS", 0x0CF4, 0, 0}, {"GL_UNPACK_IMAGE_HEIGHT", 0x806E, 0, 0}, {"GL_UNPACK_SKIP_IMAGES", 0x806D, 0, 0}}
	packStores = []store{{"GL_PACK_ROW_LENGTH", 0x0D02, 0, 0}, {"GL_PACK_SKIP_ROWS", 0x0D03, 0, 0}, {"GL_PACK_SKIP_PIXELS", 0x0D04, 0, 0}}
)

// stores has the values of glPixelStorei that the program set, by context and parameter.
type stores map[replay.Register]map[uint64]uint64

// track keeps what a call sets.
func (w *writer) track(f *function, o *replay.Operation) {
	switch {
	case strings.HasPrefix(f.Name, "eglMakeCurrent") && len(o.Values) == 4:
		w.contexts[o.Thread] = 0
		if o.Kinds[3] == replay.KindRegister {
			w.contexts[o.Thread] = replay.Register(o.Values[3])
		}
	case f.Name == "glPixelStorei" && len(o.Values) == 2:
		context := w.contexts[o.Thread]
		if w.stores[context] == nil {
			w.stores[context] = map[uint64]uint64{}
		}
		if len(w.stores[context]) < mostStores {
			w.stores[context][o.Values[0]] = o.Values[1]
		}
	}
}

// mostStores is the maximum number of parameters of a context that are kept. There are 16 in OpenGL ES and its extensions.
const mostStores = 64

// tighten sets the parameters around a call with pixels as the recording has them.
func (c *invocation) tighten() {
	for i := range c.Params {
		if c.Params[i].Name != "pixels" && c.Params[i].Name != "data" {
			continue
		}
		switch c.op.Kinds[i] {
		case replay.KindData:
			if strings.HasPrefix(c.Name, "glTex") {
				data, _ := c.op.Data(i)
				c.layOut(unpackStores, !c.isAligned(uint64(len(data))))
			}
		case replay.KindOut:
			if strings.HasPrefix(c.Name, "glRead") {
				c.layOut(packStores, false)
			}
		}
	}
}

// layOut sets the parameters that differ, and restores them after the call.
func (c *invocation) layOut(list []store, unaligned bool) {
	set := c.stores[c.contexts[c.op.Thread]]
	for _, one := range list {
		value, known := set[one.pname]
		if !known {
			value = one.usual
		}
		if value == one.tight || one.pname == unpackAlignment && !unaligned {
			continue
		}
		c.before = append(c.before, fmt.Sprintf("glPixelStorei(%s, %d);", one.name, one.tight))
		c.after = append(c.after, fmt.Sprintf("glPixelStorei(%s, %d);", one.name, int32(value)))
	}
}

// isAligned reports whether each row of the pixels begins where the alignment of the context puts it.
func (c *invocation) isAligned(size uint64) bool {
	rows, alignment := uint64(1), uint64(4)
	for i := range c.Params {
		if name := c.Params[i].Name; name == "height" || name == "depth" {
			rows *= uint64(max(1, min(int32(numberOf(c.op, i)), 1<<16)))
		}
	}
	if value, known := c.stores[c.contexts[c.op.Thread]][unpackAlignment]; known {
		alignment = max(1, value)
	}
	return rows == 1 || size%rows == 0 && size/rows%alignment == 0
}
