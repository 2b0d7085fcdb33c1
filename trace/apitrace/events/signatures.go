package events

import "fmt"

// Limits of signatures.
const (
	maxSignatures = 1 << 20
	maxDefined    = 64 << 20 // bytes of the names of functions and parameters
	maxParams     = 256
	maxNames      = 1 << 20 // names of an enum or a bit mask, members of a structure, frames of a backtrace
)

// known has the numbers of signatures that were read.
type known []bool

// isNew reports whether a signature with this number follows.
func (k *known) isNew(id int) bool {
	for id >= len(*k) {
		*k = append(*k, false)
	}
	old := (*k)[id]
	(*k)[id] = true
	return !old
}

func (r *Reader) id() int { return r.count(maxSignatures-1, "signatures") }

// textSize is the memory of a text in a slice, without its bytes.
const textSize = 16

// function reads the signature of a function.
func (r *Reader) function() *Function {
	id := r.id()
	if id < len(r.functions) && r.functions[id] != nil {
		return r.functions[id]
	}
	f := &Function{Name: r.text()}
	size := len(f.Name)
	for n := r.count(maxParams, "parameters"); n > 0 && r.err == nil; n-- {
		name := r.text()
		size += len(name) + textSize
		f.Params = append(f.Params, name)
	}
	if r.defined += size; r.defined > maxDefined {
		r.fail(fmt.Errorf("the names of functions exceed %d bytes", maxDefined))
	}
	if r.err != nil {
		return f
	}
	for id >= len(r.functions) {
		r.functions = append(r.functions, nil)
	}
	r.functions[id] = f
	return f
}

// enumSignature skips the signature of an enum.
func (r *Reader) enumSignature() {
	if !r.enums.isNew(r.id()) {
		return
	}
	for n := r.count(maxNames, "names"); n > 0 && r.err == nil; n-- {
		r.skipText()
		r.signed()
	}
}

// bitmaskSignature skips the signature of a bit mask.
func (r *Reader) bitmaskSignature() {
	if !r.bitmasks.isNew(r.id()) {
		return
	}
	for n := r.count(maxNames, "names"); n > 0 && r.err == nil; n-- {
		r.skipText()
		r.uint()
	}
}

// structSignature skips the signature of a structure, and returns the number of members.
func (r *Reader) structSignature() int {
	id := r.id()
	if n, ok := r.structs[id]; ok || r.err != nil {
		return n
	}
	r.skipText()
	n := r.count(maxNames, "members")
	for range n {
		if r.skipText(); r.err != nil {
			return 0
		}
	}
	r.structs[id] = n
	return n
}

// backtrace skips a list of stack frames.
func (r *Reader) backtrace() {
	for n := r.count(maxNames, "stack frames"); n > 0 && r.err == nil; n-- {
		if !r.frames.isNew(r.id()) {
			continue
		}
		for r.err == nil {
			switch code := r.byte(); code {
			case 1, 2, 3: // module, function, file
				r.skipText()
				continue
			case 4, 5: // line, offset
				r.uint()
				continue
			case 0:
			default:
				r.fail(fmt.Errorf("unknown detail %d of a stack frame", code))
			}
			break
		}
	}
}
