package tracecmd

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/gleslayergen/gleslayergen/cmd/gleslayergen/internal/ui"
	"github.com/gleslayergen/gleslayergen/trace/report"
)

// compareReport is the JSON report of device compare.
type compareReport struct {
	Schema int    `json:"schema"`
	App    string `json:"package"`
	Dir    string `json:"dir"`
	report.Comparison
}

// printComparison prints the tables.
func printComparison(e *ui.Env, c *report.Comparison) {
	head := []string{""}
	rows := [][]string{{"renderer"}, {"version"}, {"calls"}, {"frames"}, {"time of a frame, median"}, {"95th percentile"}, {"99th percentile"}, {"maximum"}}
	for _, r := range c.Runs {
		head = append(head, strings.ToUpper(r.Name))
		calls := strconv.Itoa(r.Calls)
		if r.Missing > 0 {
			calls += fmt.Sprintf(", %d missing", r.Missing)
		}
		for i, text := range []string{ui.OneLine(r.Renderer), ui.OneLine(r.Version), calls, strconv.Itoa(r.Frames),
			frameTime(r.Times.Median), frameTime(r.Times.P95), frameTime(r.Times.P99), frameTime(r.Times.Max)} {
			rows[i] = append(rows[i], text)
		}
	}
	ui.Table(e.Out, "", append([][]string{head}, rows...))
	printRows(e, head, "errors", "no call had an error", c.Errors)
	printRows(e, head, "limits that differ", "no limit differs", c.Limits)
	printRows(e, head, "extensions that differ", "no extension differs", c.Extensions)
	if len(c.Images) == 0 {
		e.Printf("\nno frame has an image in all runs\n")
		return
	}
	var images []report.Row
	for _, one := range c.Images {
		row := report.Row{Name: fmt.Sprintf("frame %d", one.Frame)}
		for i := range one.Files {
			row.Values = append(row.Values, one.Difference(i))
		}
		images = append(images, row)
	}
	printRows(e, head, "pixels that differ from "+c.Runs[0].Name, "", images)
}

func frameTime(d time.Duration) string { return fmt.Sprintf("%.2f ms", float64(d)/1e6) }

func printRows(e *ui.Env, head []string, title, none string, rows []report.Row) {
	if len(rows) == 0 {
		e.Printf("\n%s\n", none)
		return
	}
	table := [][]string{append([]string{strings.ToUpper(title)}, head[1:]...)}
	for _, r := range rows {
		line := []string{ui.OneLine(r.Name)}
		for _, value := range r.Values {
			line = append(line, cmp.Or(ui.OneLine(value), "-"))
		}
		table = append(table, line)
	}
	e.Printf("\n")
	ui.Table(e.Out, "", table)
}
