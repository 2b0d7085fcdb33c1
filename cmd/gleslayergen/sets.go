package main

import (
	"fmt"
	"strings"

	"github.com/gleslayergen/gleslayergen/gen"
)

// setTopics are the ready sets, for explain.
func setTopics() []topic {
	var all []topic
	for _, s := range gen.ReadySets {
		all = append(all, topic{"set-" + s.Name, "Built-in set: " + s.What, s.Text, []string{}})
	}
	return all
}

// setList has a line for each ready set.
func setList() string {
	var b strings.Builder
	for _, s := range gen.ReadySets {
		fmt.Fprintf(&b, "  %-8s%s\n", s.Name, s.What)
	}
	return b.String()
}
