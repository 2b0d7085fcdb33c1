package measure

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"text/tabwriter"
)

// A Report collects the results of a benchmark.
type Report struct {
	Schema  int     `json:"schema"`
	Name    string  `json:"name"`
	Machine Machine `json:"machine"`
	Rows    []Row   `json:"rows"`

	Path     string `json:"-"` // path of the JSON file
	Markdown bool   `json:"-"` // prints the table
}

func newReport(name string) *Report {
	return &Report{Schema: 1, Name: name, Machine: thisMachine(), Path: filepath.Join("build", "bench", name+".json")}
}

// Add appends a row.
func (r *Report) Add(row Row) {
	row.judge()
	row.References = append([]Reference{}, row.References...)
	r.Rows = append(r.Rows, row)
}

// close prints the table and writes the file. It returns an error if a limit was missed.
func (r *Report) close() error {
	r.Machine.Load[1] = load()
	if r.Markdown {
		r.printMarkdown(os.Stdout)
	} else {
		r.print(os.Stdout)
	}
	text, err := json.MarshalIndent(r, "", "  ")
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(r.Path), 0o777); err != nil {
		return err
	}
	if err := os.WriteFile(r.Path, append(text, '\n'), 0o666); err != nil {
		return err
	}
	fmt.Fprintln(os.Stderr, "written:", r.Path)
	if n := r.countExceeded(); n > 0 {
		return fmt.Errorf("%d of %d limits exceeded", n, r.countLimits())
	}
	return nil
}

func (r *Report) print(out io.Writer) {
	m := r.Machine
	fmt.Fprintf(out, "\n%s, %d processors, %s, %s; load %s before, %s after\n\n", m.Processor, m.Processors, m.Go, m.System, m.Load[0], m.Load[1])
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	for _, line := range r.table() {
		fmt.Fprintln(w, strings.Join(line, "\t"))
	}
	w.Flush()
	fmt.Fprintf(out, "\n%d limits, %d exceeded\n", r.countLimits(), r.countExceeded())
}

// printMarkdown prints only the table, for a page of the documentation.
func (r *Report) printMarkdown(out io.Writer) {
	for i, line := range r.table() {
		fmt.Fprintf(out, "| %s |\n", strings.Join(line, " | "))
		if i == 0 {
			fmt.Fprintf(out, "%s|\n", strings.Repeat("|---", len(line)))
		}
	}
}

func (r *Report) table() [][]string {
	lines := [][]string{{"WHAT", "MEDIAN", "SPREAD", "REFERENCE", "LIMIT", "STATUS"}}
	for _, row := range r.Rows {
		lines = append(lines, []string{row.What, figure(row.Measured.Median(), row.Unit), row.spread(), row.beside(), row.limit(),
			strings.Replace(row.Status, Exceeded, "MISSED", 1)})
	}
	return lines
}

func (row Row) spread() string {
	if len(row.Measured) < 2 {
		return "-"
	}
	return number(row.Measured.Min()) + ".." + number(row.Measured.Max())
}

// beside lists the references; for rows without a limit also the ratio to them.
func (row Row) beside() string {
	var list []string
	for _, ref := range row.References {
		text := ref.Name + " " + figure(ref.Measured.Median(), ref.Unit)
		if row.Limit == nil && ref.Unit == row.Unit {
			text += fmt.Sprintf(" (x %.2f)", row.Measured.Median()/ref.Measured.Median())
		}
		list = append(list, text)
	}
	if list == nil {
		return "-"
	}
	return strings.Join(list, ", ")
}

func (row Row) limit() string {
	if row.Limit == nil {
		return "-"
	}
	text := figure(row.Limit.Value, row.Unit)
	if row.Limit.Rule != "" {
		text += " (" + row.Limit.Rule + ")"
	}
	return text
}

func (r *Report) countExceeded() (n int) {
	for _, row := range r.Rows {
		if row.Status == Exceeded {
			n++
		}
	}
	return n
}

func (r *Report) countLimits() (n int) {
	for _, row := range r.Rows {
		if row.Limit != nil {
			n++
		}
	}
	return n
}
