package layercmd

import (
	"fmt"
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
	for _, s := range modules.All {
		fmt.Fprintf(&b, "  %-8s%s\n", s.Name, s.What)
	}
	return b.String()
}
