package main

import (
	"fmt"
	"maps"
	"os/exec"
	"slices"
	"strings"
)

const module = "github.com/gleslayergen/gleslayergen/"

// order lists the folders of the module from the top down. A folder imports only folders below it in this
// list.
var order = strings.Fields("scripts golden bench cmd examples trace doctor loader vet android project pack gen templates rules registry internal")

// readImports returns the folders that each folder imports, without the packages of internal/testutil, which only tests use.
func readImports() (map[string][]string, error) {
	out, err := exec.Command("go", "list", "-f", `{{.ImportPath}} {{join .Imports " "}}`, module+"...").Output()
	if err != nil {
		return nil, fmt.Errorf("go list: %w", err)
	}
	graph := map[string][]string{}
	for line := range strings.Lines(string(out)) {
		paths := strings.Fields(line)
		from, ok := strings.CutPrefix(paths[0], module)
		if !ok || strings.HasPrefix(from, "internal/testutil") || strings.HasPrefix(from, "test/") {
			continue
		}
		from, _, _ = strings.Cut(from, "/")
		graph[from] = slices.Concat(graph[from])
		for _, path := range paths[1:] {
			to, ok := strings.CutPrefix(path, module)
			to, _, _ = strings.Cut(to, "/")
			if ok && to != from && !slices.Contains(graph[from], to) {
				graph[from] = append(graph[from], to)
			}
		}
		slices.Sort(graph[from])
	}
	return graph, nil
}

// upward returns the imports that do not follow the order.
func upward(graph map[string][]string) (found []string) {
	for _, from := range slices.Sorted(maps.Keys(graph)) {
		for _, to := range graph[from] {
			if i, j := slices.Index(order, from), slices.Index(order, to); i < 0 || j <= i {
				found = append(found, from+" imports "+to)
			}
		}
	}
	return found
}

// drawImports returns the graph as an SVG picture. Each folder is above those that it imports. An import that another path implies is
// left out.
func drawImports(graph map[string][]string) string {
	const width, height, gap = 110, 30, 64
	level := map[string]int{}
	for _, name := range slices.Backward(order) {
		for _, to := range graph[name] {
			level[name] = max(level[name], level[to]+1)
		}
	}
	var rows [][]string
	for _, name := range order {
		imported := slices.ContainsFunc(order, func(from string) bool { return slices.Contains(graph[from], name) })
		if len(graph[name]) == 0 && !imported {
			continue // it has only tests
		}
		for len(rows) <= level[name] {
			rows = append(rows, nil)
		}
		rows[level[name]] = append(rows[level[name]], name)
	}
	widest := 0
	for _, row := range rows {
		widest = max(widest, len(row))
	}
	total := widest*(width+40) + 40
	x, y := map[string]int{}, map[string]int{}
	for i, row := range rows {
		for j, name := range row {
			// Rows of one folder alternate sides of the middle, so that lines do not pass through boxes.
			x[name] = total*(2*j+1)/(2*len(row)) + (i%3-1)*45
			y[name] = 30 + (len(rows)-1-i)*gap
		}
	}
	var lines, boxes strings.Builder
	for _, row := range rows {
		for _, name := range row {
			for _, to := range graph[name] {
				if !implied(graph, name, to) {
					fmt.Fprintf(&lines, "<line x1=\"%d\" y1=\"%d\" x2=\"%d\" y2=\"%d\" marker-end=\"url(#tip)\"/>\n", x[name], y[name]+height/2, x[to], y[to]-height/2-2)
				}
			}
			fmt.Fprintf(&boxes, "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" rx=\"4\"/><text x=\"%d\" y=\"%d\">%s</text>\n",
				x[name]-width/2, y[name]-height/2, width, height, x[name], y[name]+5, name)
		}
	}
	return fmt.Sprintf(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" font-family="sans-serif" font-size="14">
<title>Imports between the directories of the module, from the top down</title>
<defs><marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto"><path d="M0 0L8 4L0 8z" fill="#777"/></marker></defs>
<g stroke="#777">
%s</g>
<g fill="#eef3fa" stroke="#446" text-anchor="middle">
%s</g>
<style>text { fill: #111; stroke: none }</style>
</svg>
`, total, 60+(len(rows)-1)*gap, &lines, &boxes)
}

// implied reports whether another import of a folder leads to the same one.
func implied(graph map[string][]string, from, to string) bool {
	var leads func(string) bool
	leads = func(name string) bool { return name == to || slices.ContainsFunc(graph[name], leads) }
	return slices.ContainsFunc(graph[from], func(next string) bool { return next != to && leads(next) })
}
