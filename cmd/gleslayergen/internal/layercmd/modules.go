package layercmd

import (
	"fmt"
	"strings"

	"github.com/gleslayergen/gleslayergen/cmd/gleslayergen/internal/ui"
	"github.com/gleslayergen/gleslayergen/gen"
)

// ModuleTopics are the ready sets, for explain.
func ModuleTopics() []ui.Topic {
	var all []ui.Topic
	for _, s := range gen.ReadySets {
		all = append(all, ui.NewTopic("set-"+s.Name, "Built-in set: "+s.What, s.Text, []string{}))
	}
	return all
}

// moduleList has a line for each ready set.
func moduleList() string {
	var b strings.Builder
	for _, s := range gen.ReadySets {
		fmt.Fprintf(&b, "  %-8s%s\n", s.Name, s.What)
	}
	return b.String()
}
