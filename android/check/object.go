package check

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/gleslayergen/gleslayergen/android/elf"
	"github.com/gleslayergen/gleslayergen/registry"
)

// pageSize is the page size of newer devices in bytes.
const pageSize = 16 << 10

// Object checks a layer with that file name and returns the findings.
func Object(name string, o *elf.Object, opt Options) []Finding {
	r := &report{file: name}
	r.object(path.Base(strings.ReplaceAll(name, `\`, "/")), o, opt)
	return r.found
}

// object checks a layer. If it is not a shared object for Android, object skips the other rules.
func (r *report) object(base string, o *elf.Object, opt Options) {
	r.name(base)
	switch {
	case o.ABI == "":
		r.add("abi-unknown", fmt.Sprintf("the library is built for %s (%s), which is not an Android ABI", strings.TrimPrefix(o.Machine.String(), "EM_"),
			strings.TrimPrefix(o.Class.String(), "ELFCLASS")+"-bit"))
		return
	case o.Program || !o.IsShared():
		r.add("program", "the file is an executable or an object file")
		return
	}
	for _, rule := range []func(*report, *elf.Object){
		(*report).sections, (*report).entries, (*report).pages, (*report).writable, (*report).relocations, (*report).stack,
		(*report).undefined,
	} {
		rule(r, o)
	}
	r.needed(o, opt)
	r.level(o, opt)
	r.soname(base, o)
}

func (r *report) sections(o *elf.Object) {
	if !o.Sections {
		r.add("sections-missing", "the section header table is missing")
	}
}

// entries checks the two entry points, misspelled or hidden forms of them, and additional exports.
func (r *report) entries(o *elf.Object) {
	var missing []string
	known := slices.Concat(elf.Entries, linkers)
	for _, entry := range elf.Entries {
		state, name := o.Function(entry, Nearest)
		known = append(known, name)
		switch state {
		case elf.Missing:
			missing = append(missing, entry)
		case elf.Misspelt:
			f := r.add("entry-misspelt", fmt.Sprintf("function %s is missing, but %s exists", entry, short(name)))
			f.Remedy = "did you mean " + entry + "? Rename the function, or generate the entry points: gleslayergen new"
		case elf.Mangled:
			r.add("entry-mangled", fmt.Sprintf("%s exists only with the mangled name %s", entry, short(name)))
		case elf.Hidden:
			r.add("entry-hidden", "function "+entry+" is defined but not exported")
		}
	}
	if len(missing) > 0 {
		r.add("entry-missing", "the library does not define "+strings.Join(missing, " or "))
	}
	r.exports(o, known)
}

// Nearest returns the name that is most similar to name, or "" if none is similar enough.
func Nearest(name string, names []string) string {
	alike := slices.DeleteFunc(slices.Clone(names), func(s string) bool { return registry.Distance(s, name) > len(name)/4 })
	return strings.Join(registry.Nearest(name, alike, 1), "")
}

// linkers are the symbols that linkers export by default.
var linkers = []string{"_init", "_fini", "_end", "_edata", "_etext", "__bss_start", "__bss_start__", "__bss_end__", "__end__", "_bss_end__"}

func (r *report) exports(o *elf.Object, known []string) {
	var more []string
	for _, s := range o.Exports {
		if !slices.Contains(known, s.Name) {
			more = append(more, s.Name)
		}
	}
	if len(more) > 0 {
		r.add("exports-more", fmt.Sprintf("additional exported symbols (%d): %s", len(more), some(more)))
	}
}

func (r *report) pages(o *elf.Object) {
	for _, s := range o.Segments {
		if s.Align < pageSize && s.Memory > 0 {
			r.add("page-size", fmt.Sprintf("a segment is aligned to %d bytes; the minimum is %d", s.Align, pageSize))
			return
		}
	}
	r.relro(o)
}

// relro checks for writable memory in the last page that becomes read-only. It skips 32-bit objects: their
// processes never have 16 KiB pages.
func (r *report) relro(o *elf.Object) {
	if o.Relro == nil || o.Relro.Memory == 0 || !o.Is64() {
		return
	}
	end := o.Relro.Addr + o.Relro.Memory
	page := (end + pageSize - 1) &^ (pageSize - 1)
	for _, s := range o.Segments {
		if s.IsWritable() && end < page && s.Addr < page && s.Addr+s.Memory > end {
			r.add("relro-end", fmt.Sprintf("the RELRO segment ends at %#x, and writable variables follow in the same 16 KiB page", end))
			return
		}
	}
}

func (r *report) writable(o *elf.Object) {
	if slices.ContainsFunc(o.Segments, func(s elf.Segment) bool { return s.IsWritable() && s.IsExecutable() }) {
		r.add("segment-write-execute", "a segment is writable and executable")
	}
}

func (r *report) relocations(o *elf.Object) {
	if o.TextRelocations {
		r.add("text-relocations", "the library has text relocations (DT_TEXTREL)")
	}
	if o.StaticTLS {
		r.add("tls-model", "the library needs static TLS (DF_STATIC_TLS)")
	}
}

func (r *report) stack(o *elf.Object) {
	if o.Stack != nil && o.Stack.IsExecutable() {
		r.add("stack-executable", "the PT_GNU_STACK header has the flag PF_X")
	}
}
