package device

import (
	"bytes"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

func splitLines(data []byte) []string {
	if len(data) == 0 {
		return nil
	}
	return strings.Split(strings.TrimSuffix(string(data), "\n"), "\n")
}

func cat(p *process) int {
	_, names := flags(p.args[1:], "")
	return p.inputs(names, func(_ string, data []byte) { _, _ = p.out.Write(data) })
}

// count returns the number of -n, or of the old form -5.
func count(args []string) (int, []string) {
	if len(args) > 0 && len(args[0]) > 1 && args[0][0] == '-' && args[0][1] >= '0' && args[0][1] <= '9' {
		args = append([]string{"-n", args[0][1:]}, args[1:]...)
	}
	letters, names := flags(args, "nc")
	n := 10
	if v, ok := letters['n']; ok {
		n, _ = strconv.Atoi(strings.TrimPrefix(v, "+"))
		if strings.HasPrefix(v, "+") {
			n = -n
		}
	}
	return n, names
}

func head(p *process) int {
	if letters, names := flags(p.args[1:], "nc"); letters['c'] != "" {
		size, _ := strconv.Atoi(letters['c'])
		return p.inputs(names, func(_ string, data []byte) { _, _ = p.out.Write(data[:min(size, len(data))]) })
	}
	n, names := count(p.args[1:])
	return p.inputs(names, func(_ string, data []byte) {
		for _, line := range splitLines(data)[:min(max(n, 0), len(splitLines(data)))] {
			fmt.Fprintln(p.out, line)
		}
	})
}

func tail(p *process) int {
	n, names := count(p.args[1:])
	return p.inputs(names, func(_ string, data []byte) {
		lines := splitLines(data)
		from := max(len(lines)-n, 0)
		if n < 0 {
			from = min(-n-1, len(lines))
		}
		for _, line := range lines[from:] {
			fmt.Fprintln(p.out, line)
		}
	})
}

// sed supports what the scripts of tools use: s, p, d, q, and addresses by number or pattern.
func sed(p *process) int {
	letters, rest := flags(p.args[1:], "ef")
	script, given := letters['e']
	if !given {
		if len(rest) == 0 {
			return p.fail("Needs 1 argument")
		}
		script, rest = rest[0], rest[1:]
	}
	edit, err := parseSed(script, letters)
	if err != nil {
		return p.fail("%v", err)
	}
	return p.inputs(rest, func(_ string, data []byte) {
		lines := splitLines(data)
		for i, line := range lines {
			line, print, end := edit(line, i+1, i+1 == len(lines))
			for range print {
				fmt.Fprintln(p.out, line)
			}
			if end {
				return
			}
		}
	})
}

func wc(p *process) int {
	letters, names := flags(p.args[1:], "")
	return p.inputs(names, func(name string, data []byte) {
		counts := map[rune]int{'l': bytes.Count(data, []byte("\n")), 'w': len(bytes.Fields(data)), 'c': len(data)}
		var out []string
		for _, letter := range "lwc" {
			if _, ok := letters[letter]; ok || len(letters) == 0 {
				out = append(out, strconv.Itoa(counts[letter]))
			}
		}
		if name != "-" {
			out = append(out, name)
		}
		fmt.Fprintln(p.out, strings.Join(out, " "))
	})
}

func sortLines(p *process) int {
	letters, names := flags(p.args[1:], "kt")
	var lines []string
	status := p.inputs(names, func(_ string, data []byte) { lines = append(lines, splitLines(data)...) })
	slices.Sort(lines)
	if _, ok := letters['u']; ok {
		lines = slices.Compact(lines)
	}
	if _, ok := letters['r']; ok {
		slices.Reverse(lines)
	}
	for _, line := range lines {
		fmt.Fprintln(p.out, line)
	}
	return status
}

func uniq(p *process) int {
	_, names := flags(p.args[1:], "")
	return p.inputs(names, func(_ string, data []byte) {
		for _, line := range slices.Compact(splitLines(data)) {
			fmt.Fprintln(p.out, line)
		}
	})
}
