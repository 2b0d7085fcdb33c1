package device

import (
	"fmt"
	"io"
	"path"
	"strings"
)

func basename(p *process) int {
	if len(p.args) < 2 {
		return p.fail("Needs 1 argument")
	}
	name := path.Base(p.args[1])
	if len(p.args) > 2 {
		name = strings.TrimSuffix(name, p.args[2])
	}
	fmt.Fprintln(p.out, name)
	return 0
}

func dirname(p *process) int {
	for _, name := range p.args[1:] {
		fmt.Fprintln(p.out, path.Dir(name))
	}
	return 0
}

func seq(p *process) int {
	first, last := 1, number(p.args[len(p.args)-1])
	if len(p.args) > 2 {
		first = number(p.args[1])
	}
	for i := first; i <= last; i++ {
		fmt.Fprintln(p.out, i)
	}
	return 0
}

func cut(p *process) int {
	letters, names := flags(p.args[1:], "dfc")
	by := letters['d']
	if by == "" {
		by = "\t"
	}
	_, chars := letters['c']
	return p.inputs(names, func(_ string, data []byte) {
		for _, line := range splitLines(data) {
			fields, join := strings.Split(line, by), by
			if chars {
				fields, join = strings.Split(line, ""), ""
			}
			if chars || len(fields) > 1 {
				fields = selectFields(fields, letters['f']+letters['c'])
			}
			fmt.Fprintln(p.out, strings.Join(fields, join))
		}
	})
}

// selectFields returns the fields of a list such as 1,3-5,7-.
func selectFields(fields []string, list string) []string {
	var out []string
	for i, f := range fields {
		for span := range strings.SplitSeq(list, ",") {
			first, last, ranged := strings.Cut(span, "-")
			if n := i + 1; n == number(first) || ranged && n >= number(first) && (last == "" || n <= number(last)) {
				out = append(out, f)
				break
			}
		}
	}
	return out
}

// tr replaces or, with -d, deletes characters. Sets may contain ranges.
func tr(p *process) int {
	letters, sets := flags(p.args[1:], "")
	if len(sets) == 0 {
		return p.fail("Needs 1 argument")
	}
	from, to := trSet(sets[0]), []rune(nil)
	if len(sets) > 1 {
		to = trSet(sets[1])
	}
	_, drop := letters['d']
	data, _ := io.ReadAll(io.LimitReader(p.in, readLimit))
	fmt.Fprint(p.out, strings.Map(func(r rune) rune {
		for i, f := range from {
			if f != r {
				continue
			}
			if drop || len(to) == 0 {
				return -1
			}
			return to[min(i, len(to)-1)]
		}
		return r
	}, string(data)))
	return 0
}

func trSet(text string) []rune {
	text = strings.NewReplacer(`\n`, "\n", `\t`, "\t", `\r`, "\r", `\0`, "\x00", `\\`, `\`).Replace(text)
	runes := []rune(text)
	var out []rune
	for i := 0; i < len(runes); i++ {
		if i+2 < len(runes) && runes[i+1] == '-' {
			for r := runes[i]; r <= runes[i+2]; r++ {
				out = append(out, r)
			}
			i += 2
			continue
		}
		out = append(out, runes[i])
	}
	return out
}
