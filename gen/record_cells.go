package gen

import (
	"fmt"
	"strings"
)

// cell is a value of a call in a record.
type cell struct {
	kind  cellKind
	Store string // C: what puts it there
}

// cellKind is how a value stands in a record: Cell of gltrace.proto, its letter in a layout, and how many units of 4 bytes
// it takes.
type cellKind struct {
	number uint64
	letter string
	units  int
}

var (
	cellInt    = cellKind{1, "i", 1}
	cellUint   = cellKind{2, "u", 1}
	cellLong   = cellKind{3, "l", 2}
	cellUlong  = cellKind{4, "q", 2}
	cellFloat  = cellKind{5, "f", 1}
	cellDouble = cellKind{6, "d", 2}
)

// cellKinds gives each class its cell. What is as wide as a pointer is wide everywhere, so that traces of all ABIs are alike.
var cellKinds = map[class]cellKind{
	"i8": cellInt, "i16": cellInt, "i32": cellInt,
	"u8": cellUint, "u16": cellUint, "u32": cellUint,
	"i64": cellLong, "isize": cellLong,
	"u64": cellUlong, classUsize: cellUlong, classPointer: cellUlong, classDeep: cellUlong,
	"f32": cellFloat, "f64": cellDouble,
}

// cellsOf are the cells of a command's parameters, and of its result behind them.
func cellsOf(c *Command) (cells []cell, layout string, units int) {
	add := func(v Value, name string) {
		kind := cellKinds[v.Class]
		cells = append(cells, cell{kind, storeCell(kind, v, name, units)})
		layout, units = layout+kind.letter, units+kind.units
	}
	for _, v := range c.Params {
		add(v, v.Name)
	}
	if !c.Void() {
		add(c.Result, "ret_")
	}
	return cells, layout, units
}

func storeCell(kind cellKind, v Value, name string, at int) string {
	switch {
	case kind == cellFloat:
		return fmt.Sprintf("cell_[%d] = trace_float(%s);", at, name)
	case kind.units == 1:
		return fmt.Sprintf("cell_[%d] = (uint32_t)%s;", at, name)
	case kind == cellDouble:
		return fmt.Sprintf("trace_wide(cell_ + %d, trace_double(%s));", at, name)
	case kind == cellLong:
		return fmt.Sprintf("trace_wide(cell_ + %d, (uint64_t)(int64_t)%s);", at, name)
	case v.Class == "u64":
		return fmt.Sprintf("trace_wide(cell_ + %d, %s);", at, name)
	}
	return fmt.Sprintf("trace_wide(cell_ + %d, (uintptr_t)%s);", at, name)
}

// cBytes is bytes as a C string. Octal, because it ends after three digits whatever follows.
func cBytes(b []byte) string {
	var s strings.Builder
	s.WriteByte('"')
	for _, c := range b {
		switch {
		case c == '"' || c == '\\':
			s.WriteString("\\" + string(rune(c)))
		case c >= ' ' && c < 0x7F && c != '?':
			s.WriteByte(c)
		default:
			fmt.Fprintf(&s, "\\%03o", c)
		}
	}
	s.WriteByte('"')
	return s.String()
}
