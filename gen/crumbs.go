package gen

import (
	"strings"

	"github.com/gleslayergen/gleslayergen/gen/csyntax"
)

// crumbCells is the number of cells of 32 bits that the module breadcrumbs stores for a call.
const crumbCells = 12

// crumbCell is an argument or a result that the module stores.
type crumbCell struct {
	At    int  // the first cell
	Wide  bool // it has two cells
	Value csyntax.Expr
}

// crumbLetters are the types of values in the file: their width, and how they are formatted. A pointer has 64 bits on
// each machine.
var crumbLetters = map[class]string{
	"i8": "i", "i16": "i", "i32": "i", "u8": "u", "u16": "u", "u32": "u", "f32": "f",
	"i64": "I", "u64": "U", "f64": "d", "isize": "I", classUsize: "p", classPointer: "p", classDeep: "p",
}

// wideCrumb reports whether a value has two cells.
func wideCrumb(v Value) bool { return strings.Contains("IUdp", crumbLetters[v.Class]) }

// crumbArgs returns the first arguments of a command, as many as there are cells for.
func crumbArgs(c *Command) []crumbCell {
	cells, _ := storedCrumbs(c)
	return cells
}

func storedCrumbs(c *Command) (cells []crumbCell, used int) {
	for _, v := range c.Params {
		one, ok := crumbAt(v, used, csyntax.Expr(v.Name))
		if !ok {
			return cells, crumbCells // later arguments are not stored either, so that the reader knows which are
		}
		cells = append(cells, one)
		used = one.end()
	}
	return cells, used
}

// crumbResult returns the result of a command, if it has one and there is a cell for it.
func crumbResult(c *Command) []crumbCell {
	_, used := storedCrumbs(c)
	if one, ok := crumbAt(c.Result, used, "ret_"); ok && !c.Void() {
		return []crumbCell{one}
	}
	return nil
}

func crumbAt(v Value, at int, value csyntax.Expr) (crumbCell, bool) {
	one := crumbCell{At: at, Wide: wideCrumb(v), Value: cToBits(v, value)}
	if !one.Wide {
		one.Value = csyntax.Cast("uint32_t", one.Value)
	}
	return one, one.end() <= crumbCells
}

// end returns the cell after the value.
func (c crumbCell) end() int {
	if c.Wide {
		return c.At + 2
	}
	return c.At + 1
}

// crumbLine returns what the file has for a command: its name, and each parameter and the result with the letter of its
// type.
func crumbLine(c *Command) string {
	line := c.Name
	for _, v := range c.Params {
		line += " " + v.Name + ":" + crumbLetters[v.Class]
	}
	if !c.Void() {
		line += " =:" + crumbLetters[c.Result.Class]
	}
	return line
}
