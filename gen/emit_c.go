package gen

import (
	"strings"

	"github.com/gleslayergen/gleslayergen/templates"
)

// cEmitters are the files of the C core that a template pack can name, and the templates that print them. The
// files include each other by the names that the built-in packs give them.
var cEmitters = map[string]string{
	"c.commands": "commands.c.tmpl",
	"c.core":     "zz_generated_core.c",
	"c.settings": "zz_generated_settings.c",
	"c.control":  "zz_generated_control.c",
	"c.log":      "zz_generated_log.c",
	"c.frames":   "zz_generated_frames.c",
	"c.process":  "zz_generated_process.c",
	"c.thread":   "zz_generated_thread.c",
	"c.signals":  "zz_generated_signals.c",
	"c.header":   "zz_generated_core.h",
	"c.types":    "types.h.tmpl",
	"c.config":   "layer_config.h.tmpl",
	"c.next":     "next.h.tmpl",
	"c.slots":    "zz_generated_slots.h",
	"c.hooks":    "hooks.h.tmpl",
	"c.helpers":  "helpers.h.tmpl",
	"c.image":    "image.h.tmpl",
	"c.pixels":   "pixel_size.h.tmpl",
	"c.format":   "clang-format",
	"linker.map": "layer.map.tmpl",

	"c.setting_table":         "setting_table.h.tmpl",
	"c.below":                 "below.h.tmpl",
	"c.sets":                  "zz_generated_sets.c",
	"c.sets_header":           "zz_generated_sets.h",
	"c.words":                 "zz_generated_words.c",
	"c.word_tables":           "word_tables.h.tmpl",
	"c.set_log":               "zz_generated_set_log.c",
	"c.set_errors":            "zz_generated_set_errors.c",
	"c.set_extensions":        "zz_generated_set_extensions.c",
	"c.contexts_header":       "zz_generated_contexts.h",
	"c.contexts":              "zz_generated_contexts.c",
	"c.set_contexts":          "zz_generated_set_contexts.c",
	"c.shadow_table":          "shadow_table.h.tmpl",
	"c.shadow_rules":          "shadow_rules.c.tmpl",
	"c.shadow_header":         "zz_generated_shadow.h",
	"c.shadow":                "zz_generated_shadow.c",
	"c.save_state":            "zz_generated_save_state.c",
	"c.set_shaders":           "zz_generated_set_shaders.c",
	"c.set_draw":              "zz_generated_set_draw.c",
	"c.set_objects":           "zz_generated_set_objects.c",
	"c.font":                  "font.h.tmpl",
	"c.set_frames":            "zz_generated_set_frames.c",
	"c.set_calls":             "zz_generated_set_calls.c",
	"c.set_atrace":            "zz_generated_set_atrace.c",
	"c.set_breadcrumbs":       "zz_generated_set_breadcrumbs.c",
	"c.set_explain":           "zz_generated_set_explain.c",
	"c.explain_table":         "explain_table.h.tmpl",
	"c.explain_images":        "zz_generated_explain_images.c",
	"c.explain_images_header": "zz_generated_explain_images.h",

	"c.layout":          "zz_generated_layout.h",
	"c.readable":        "zz_generated_readable.c",
	"c.readable_header": "zz_generated_readable.h",
	"c.set_gputime":     "zz_generated_set_gputime.c",
	"c.set_memory":      "zz_generated_set_memory.c",
	"c.memory_table":    "memory_table.h.tmpl",
	"c.targets":         "zz_generated_targets.c",
	"c.stack":           "zz_generated_stack.c",
	"c.set_raise":       "zz_generated_set_raise.c",
	"c.compile":         "zz_generated_compile.c",
	"c.set_profile":     "zz_generated_set_profile.c",
	"c.profile_table":   "profile_table.h.tmpl",
	"c.set_inject":      "zz_generated_set_inject.c",
	"c.rules":           "zz_generated_rules.c",
	"c.rules_header":    "zz_generated_rules.h",
	"c.set_screenshot":  "zz_generated_set_screenshot.c",
	"c.png":             "zz_generated_png.c",
	"c.directory":       "zz_generated_directory.c",
	"c.space":           "zz_generated_space.h",
	"c.set_hud":         "zz_generated_set_hud.c",

	"c.observe":        "zz_generated_observe.c",
	"c.observe_header": "zz_generated_observe.h",

	"c.snapshot":       "snapshot.h.tmpl",
	"c.tracked":        "tracked.c.tmpl",
	"c.tracked_header": "tracked.h.tmpl",
	"c.calls_header":   "calls.h.tmpl",
	"c.call_table":     "call_table.c.tmpl",
	"c.calls_1":        "calls.c.tmpl 1",
	"c.calls_2":        "calls.c.tmpl 2",
	"c.calls_3":        "calls.c.tmpl 3",
	"c.calls_4":        "calls.c.tmpl 4",
	"c.calls_5":        "calls.c.tmpl 5",
	"c.calls_6":        "calls.c.tmpl 6",

	"c.play_table":    "play_table.c.tmpl",
	"c.play_ids":      "play_ids.h.tmpl",
	"c.play_surfaces": "play_surfaces.c.tmpl",
	"c.play_1":        "play.c.tmpl 1",
	"c.play_2":        "play.c.tmpl 2",
	"c.play_3":        "play.c.tmpl 3",
	"c.play_4":        "play.c.tmpl 4",
	"c.play_5":        "play.c.tmpl 5",
	"c.play_6":        "play.c.tmpl 6",
}

// emitC prints a file of the C core. The template's name may be followed by the part of the commands to
// print.
func emitC(p *Plan, file string) ([]byte, error) {
	name, part, _ := strings.Cut(file, " ")
	text, err := templates.Core(name)
	if err != nil {
		return nil, err
	}
	functions := p.coreFunctions()
	functions["part"] = func() []*Command { return p.recordedPart(part) }
	return printTemplate(p, name, text, functions, nil)
}
