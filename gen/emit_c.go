package gen

import (
	"strings"

	"github.com/gleslayergen/gleslayergen/templates"
)

// cEmitters are the files of the C core that a template pack may ask for by name, and the templates that print them. They
// include each other under the names that the built-in packs give them.
var cEmitters = map[string]string{
	"c.commands": "commands.c.tmpl",
	"c.core":     "core.c.tmpl",
	"c.settings": "settings.c.tmpl",
	"c.control":  "control.c.tmpl",
	"c.log":      "log.c.tmpl",
	"c.frames":   "frames.c.tmpl",
	"c.process":  "process.c.tmpl",
	"c.thread":   "thread.c.tmpl",
	"c.signals":  "signals.c.tmpl",
	"c.header":   "core.h.tmpl",
	"c.types":    "types.h.tmpl",
	"c.slots":    "slots.h.tmpl",
	"c.hooks":    "hooks.h.tmpl",
	"linker.map": "layer.map.tmpl",

	"c.sets":        "sets.c.tmpl",
	"c.sets_header": "sets.h.tmpl",
	"c.words":       "words.c.tmpl",
	"c.set_log":     "set_log.c.tmpl",
	"c.set_errors":  "set_errors.c.tmpl",
	"c.set_frames":  "set_frames.c.tmpl",
	"c.set_calls":   "set_calls.c.tmpl",
	"c.set_atrace":  "set_atrace.c.tmpl",

	"c.snapshot":     "snapshot.h.tmpl",
	"c.calls_header": "calls.h.tmpl",
	"c.call_table":   "call_table.c.tmpl",
	"c.calls_1":      "calls.c.tmpl 1",
	"c.calls_2":      "calls.c.tmpl 2",
	"c.calls_3":      "calls.c.tmpl 3",
	"c.calls_4":      "calls.c.tmpl 4",
	"c.calls_5":      "calls.c.tmpl 5",
	"c.calls_6":      "calls.c.tmpl 6",
}

// emitC prints a file of the C core. Behind a template's name may stand which part of the commands it is printed for.
func emitC(p *Plan, file string) ([]byte, error) {
	name, part, _ := strings.Cut(file, " ")
	text, err := templates.Core(name)
	if err != nil {
		return nil, err
	}
	functions := p.coreFunctions()
	functions["part"] = func() []*Command { return p.recordedPart(part) }
	return printTemplate(p, name, text, functions)
}
