package layercmd

import (
	"strings"

	"github.com/gleslayergen/gleslayergen/cmd/gleslayergen/internal/ui"
	"github.com/gleslayergen/gleslayergen/gen/modules"
)

// ModuleTopics returns the modules, for explain.
func ModuleTopics() []ui.Topic {
	var all []ui.Topic
	for _, s := range modules.All {
		all = append(all, ui.NewTopic("set-"+s.Name, "Module: "+s.What, s.Text, []string{}))
	}
	return all
}

// moduleList returns a line for each module.
func moduleList() string {
	var b strings.Builder
	var rows [][]string
	for _, s := range modules.All {
		rows = append(rows, []string{s.Name, s.What})
	}
	ui.Table(&b, "  ", rows)
	return b.String()
}

// helperList lists the modules that do nothing without hooks.
func helperList() string {
	var names []string
	for _, m := range modules.All {
		if m.Helps {
			names = append(names, m.Name)
		}
	}
	last := len(names) - 1
	return strings.Join(names[:last], ", ") + " and " + names[last]
}
