package crash

import (
	"strconv"
	"strings"

	"github.com/gleslayergen/gleslayergen/internal/lazyregexp"
)

// Frame is a frame of a backtrace.
type Frame struct {
	Index    int     `json:"index"`
	PC       uint64  `json:"pc"` // offset in the library, in bytes
	Path     string  `json:"path"`
	Function string  `json:"function,omitempty"` // as in the backtrace, followed by +BYTES
	BuildID  string  `json:"buildId,omitempty"`
	Places   []Place `json:"places"` // innermost inlined function first
}

// Place is a position in the source code.
type Place struct {
	Function string `json:"function"`
	File     string `json:"file,omitempty"`
	Line     int    `json:"line,omitempty"`
}

// native matches a frame of debuggerd: "#00 pc 000000000009f2c0 /data/.../liba.so (main.hook+32) (BuildId:
// 12ab)".
var native = lazyregexp.New(`#(\d{1,4}) +pc +([0-9a-fA-F]{1,16}) +(\S.*)$`)

// buildID, offset and function match the optional parts after the path.
var (
	buildID  = lazyregexp.New(`^(.*\S) +\(BuildId: ([0-9a-fA-F]{1,128})\)$`)
	offset   = lazyregexp.New(` +\(offset 0x[0-9a-fA-F]{1,16}\)`)
	function = lazyregexp.New(`^(.*?\S) \((\S.*\+\d+|\S+)\)$`)
)

// ParseFrame parses a line of a backtrace; it ignores a log prefix. It returns false for other lines.
func ParseFrame(line string) (Frame, bool) {
	m := native.FindStringSubmatch(line)
	if m == nil {
		return Frame{}, false
	}
	index, err := strconv.Atoi(m[1])
	pc, wrong := strconv.ParseUint(m[2], 16, 64)
	if err != nil || wrong != nil {
		return Frame{}, false
	}
	f := Frame{Index: index, PC: pc, Path: strings.TrimSpace(m[3]), Places: []Place{}}
	if m := buildID.FindStringSubmatch(f.Path); m != nil {
		f.Path, f.BuildID = m[1], strings.ToLower(m[2])
	}
	if at := offset.FindStringIndex(f.Path); at != nil && at[0] > 0 {
		f.Path = f.Path[:at[0]] + f.Path[at[1]:]
	}
	if m := function.FindStringSubmatch(f.Path); m != nil {
		f.Path, f.Function = m[1], m[2]
	}
	return f, f.Path != "" // nothing is left if the path consists of Unicode spaces, which the expression accepts
}

// Library returns the file name of the library, also of one inside an APK.
func (f Frame) Library() string {
	return f.Path[strings.LastIndexAny(f.Path, "/!")+1:]
}

// String returns the position in the form that compilers print.
func (p Place) String() string {
	switch {
	case p.File == "":
		return p.Function
	case p.Line == 0:
		return p.Function + " at " + p.File
	}
	return p.Function + " at " + p.File + ":" + strconv.Itoa(p.Line)
}
