package golden

import (
	"bytes"
	"errors"
	"fmt"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/gleslayergen/gleslayergen/gen/explain"
	"github.com/gleslayergen/gleslayergen/internal/table"
	"github.com/gleslayergen/gleslayergen/internal/testutil/glesdriver"
	"github.com/gleslayergen/gleslayergen/registry"
)

// reasonPattern returns a pattern for the text of a rule with values.
func reasonPattern(r *explain.Rule) *regexp.Regexp {
	text := regexp.MustCompile(`\\\{=?\d\\\}`).ReplaceAllString(regexp.QuoteMeta(r.Text), ".*?")
	text = strings.NewReplacer(`\[`, "", `\]`, "").Replace(text)
	return regexp.MustCompile("(?:: |; )" + text + `[^;]* \(` + regexp.QuoteMeta(r.Section) + `\)`)
}

// An explainRun has what the layer logged in a run of the cases.
type explainRun struct {
	calls   []badCall
	lines   [][]string // by case
	version string
	out     string // what the app saw
}

// runApp runs cases in a context of a version, from the first one on; without count, all. It returns what the app
// saw, the log, and whether the app reached its end.
func runApp(t *testing.T, app, version string, layers []string, first int, count ...string) (out, log string, ended bool) {
	t.Helper()
	cmd := under(t, layers).Command(t.Context(), app, append([]string{strconv.Itoa(first)}, count...)...)
	cmd.Env = append(append(cmd.Env, glesdriver.Env()...), "DISPLAY=", "XDG_CONFIG_HOME="+t.TempDir(), "GLESLAYER_LOG=debug", "GLESLAYER_EXPLAIN_ON=1", "MESA_GLES_VERSION_OVERRIDE="+version)
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	timer := time.AfterFunc(limit, func() { _ = cmd.Process.Kill() })
	defer timer.Stop()
	err := cmd.Run()
	if exit := (*exec.ExitError)(nil); err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	return stdout.String(), stderr.String(), err == nil
}

// errorLine is a line about an error.
var errorLine = regexp.MustCompile(`^gleslayer: E?GL_[A-Z_]+: `)

// runCases runs all cases in a context of a version. Drivers have errors of their own: if a case ends the app, it must do so
// without the layer, too, and the run continues with the next case.
func runCases(t *testing.T, app, version, lib string, calls []badCall) explainRun {
	t.Helper()
	r := explainRun{calls: calls, lines: make([][]string, len(calls)), version: version}
	for first, ended := 0, false; !ended && first < len(calls); {
		var out, log string
		out, log, ended = runApp(t, app, version, []string{lib}, first)
		r.out += out
		at := -1
		for line := range strings.Lines(log) {
			if n, _ := fmt.Sscanf(line, "case %d", &first); n == 1 {
				at = first
			} else if line == "end\n" {
				at = -1
			} else if at >= 0 && errorLine.MatchString(line) {
				r.lines[at] = append(r.lines[at], strings.TrimSpace(line))
			}
		}
		if ended {
			break
		}
		if _, _, alone := runApp(t, app, version, nil, first, "1"); alone {
			t.Fatalf("version %s: the app ends in case %d only with the layer: %s\n%s", version, first, calls[first].code, log)
		}
		t.Logf("version %s: the driver ends the app: %s", version, calls[first].code)
		first++
	}
	return r
}

// An explainCount has the results of runs.
type explainCount struct {
	failed, explained int                  // errors of calls, and those with a reason
	same, named       int                  // calls whose arguments break a rule and that have its error; those with this rule as a reason
	rows              map[*explain.Row]int // how often a row was a reason
}

// checkLine checks that a line has no reason twice, and that a line without a reason lists rules or states that there are none.
func checkLine(t *testing.T, line string) {
	t.Helper()
	_, reasons, _ := strings.Cut(line, "): ")
	parts := slices.Sorted(strings.SplitSeq(reasons, "; "))
	if len(slices.Compact(slices.Clone(parts))) != len(parts) {
		t.Errorf("a reason is listed twice: %s", line)
	}
	if strings.Contains(line, ": no rule explains ") && !strings.Contains(line, "; rules with this error, none of them broken: ") && !strings.Contains(line, "; the table has no rule of ") {
		t.Errorf("neither rules nor that there are none: %s", line)
	}
}

// count adds the results of a run.
func (n *explainCount) count(t *testing.T, r explainRun, rules *explain.Table) {
	for i, call := range r.calls {
		c, _ := registry.Builtin().Command(call.command)
		all := rules.Rules(c)
		for _, line := range r.lines[i] {
			if !strings.Contains(line, ": "+call.command+"(") {
				continue // of a call that prepares the state
			}
			n.failed++
			checkLine(t, line)
			reason := strings.Contains(line, " (") && !strings.Contains(line, ": possible reasons: ") && !strings.Contains(line, ": no rule explains ")
			if !reason {
				n.checkSame(call, line, nil)
				continue
			}
			n.explained++
			var rows []*explain.Row
			for _, rule := range all {
				if strings.Contains(line, " "+rule.Row.Error+": ") && reasonPattern(&rule).MatchString(line) {
					rows = append(rows, rule.Row)
					n.rows[rule.Row]++
				}
			}
			n.checkSame(call, line, rows)
		}
	}
}

// checkSame counts a call whose arguments break a rule.
func (n *explainCount) checkSame(call badCall, line string, rows []*explain.Row) {
	if call.rule == nil || !strings.Contains(line, " "+call.rule.Row.Error+": ") {
		return
	}
	n.same++
	if slices.Contains(rows, call.rule.Row) {
		n.named++
	}
}

// checkSetting checks that the module is off without its setting, and that the log reports a wrong value.
func checkSetting(t *testing.T, app, lib string) {
	t.Helper()
	for value, want := range map[string]string{"": "", "0": "", "yes": "explain.on"} {
		cmd := under(t, []string{lib}).Command(t.Context(), app, "0", "100")
		cmd.Env = append(append(cmd.Env, glesdriver.Env()...), "DISPLAY=", "XDG_CONFIG_HOME="+t.TempDir(), "GLESLAYER_LOG=debug", "GLESLAYER_EXPLAIN_ON="+value)
		log, err := cmd.CombinedOutput()
		if err != nil || !strings.Contains(string(log), "gleslayer: GL_INVALID_") || strings.Contains(string(log), "(ES 3.2, ") || strings.Contains(string(log), "gleslayer: EGL_BAD_") {
			t.Errorf("explain.on=%s: %v\n%s", value, err, log)
		}
		if want != "" && strings.Count(string(log), want) != 1 {
			t.Errorf("explain.on=%s: the log does not have once %q\n%s", value, want, log)
		}
	}
}

// checkUnseen checks that each row is shown, or that unseen.tsv has a reason why no call shows it on the driver.
func checkUnseen(t *testing.T, driver string, checked []*explain.Row, shown map[*explain.Row]int) {
	t.Helper()
	unseen := map[[3]string]bool{}
	for _, row := range table.Rows("unseen.tsv", readString(t, "testdata/explain/unseen.tsv"), 5) {
		if row[0] == driver {
			unseen[[3]string{row[1], row[2], row[3]}] = true
		}
	}
	for _, row := range checked {
		key := [3]string{strings.Join(row.Commands, " "), row.Condition, row.Error}
		switch listed := unseen[key]; {
		case shown[row] == 0 && !listed:
			t.Errorf("rules.tsv:%d: %s: no call shows %q, %s, on %s", row.Line, key[0], row.Condition, row.Error, driver)
		case shown[row] > 0 && listed:
			t.Errorf("unseen.tsv has %s of %s: %s", key[0], driver, row.Condition)
		}
		delete(unseen, key)
	}
	for key := range unseen {
		t.Errorf("unseen.tsv: rules.tsv has no row %q", key)
	}
}

// Calls that break the rules are explained by these rules: a call for each rule that arguments can break, made from the rule,
// and the calls of cases.tsv for rules about state. Each row is shown, or has a row in unseen.tsv.
func TestExplainOverMesa(t *testing.T) {
	q := inC(request("passive", "none", []string{"@egl1.5", "@gles3.2"}))
	q.Config.Sets = []string{"explain"}
	lib := buildLayer(t, kase{name: "explain", request: q}.write(t))
	rules := explain.New(registry.Builtin())
	calls := badCalls(t, rules)
	dir := t.TempDir()
	write(t, filepath.Join(dir, "cases.h"), casesHeader(calls))
	app := filepath.Join(dir, "app")
	command(t, ".", "cc", "-O0", "-Wall", "-Wextra", "-Werror", "-I"+dir, "-o", app, "testdata/explain/app.c", "-lEGL", "-lGLESv2")
	n := explainCount{rows: map[*explain.Row]int{}}
	versions := []string{"2.0", "3.0", "3.1", "3.2"} // Mesa returns the version that the environment has
	if glesdriver.Dir() != "" {
		versions = []string{"3.1"}
	}
	for _, version := range versions {
		r := runCases(t, app, version, lib, calls)
		n.count(t, r, rules)
		if without, _, ended := runApp(t, app, version, nil, 0); ended && without != r.out {
			t.Errorf("version %s: the app receives other errors or messages with the layer: %s", version, firstDifference([]byte(without), []byte(r.out)))
		}
	}
	checkSetting(t, app, lib)
	checked := slices.DeleteFunc(slices.Clone(explain.Rows()), func(row *explain.Row) bool { return strings.Contains(row.Condition, "unknown()") })
	t.Logf("%d calls; %d errors, %d of them with a reason; %d of %d calls with the error of the broken rule name the rule; %d of %d rows",
		len(calls), n.failed, n.explained, n.named, n.same, len(n.rows), len(checked))
	driver, explained, named := "mesa", 98, 90 // percent, of Mesa 22.3
	if glesdriver.Dir() != "" {
		driver, explained, named = "angle", 98, 91 // of ANGLE 131
	}
	if n.explained*100 < n.failed*explained || n.named*100 < n.same*named {
		t.Error("too few")
	}
	checkUnseen(t, driver, checked, n.rows)
}
