package device

import (
	"regexp"
	"strings"
)

// A sedLine is the result of the commands for one line: its text, how often it is printed, and whether sed
// ends.
type sedLine func(line string, number int, last bool) (string, int, bool)

type sedStep struct {
	at   sedMatch
	verb byte
	re   *regexp.Regexp
	with string
	all  bool
	show bool
}

func parseSed(script string, letters map[rune]string) (sedLine, error) {
	steps, err := (&sedParser{script, letters}).steps()
	if err != nil {
		return nil, err
	}
	_, quiet := letters['n']
	return func(line string, number int, last bool) (string, int, bool) {
		prints, end := 1, false
		if quiet {
			prints = 0
		}
		for _, s := range steps {
			if !s.at(line, number, last) {
				continue
			}
			switch s.verb {
			case 'd':
				return line, 0, false
			case 'p':
				prints++
			case 'q':
				end = true
			case 's':
				changed := s.replace(line)
				if changed != line && s.show {
					prints++
				}
				line = changed
			}
		}
		return line, prints, end
	}, nil
}

// replace expands \1 and & in a replacement.
func (s *sedStep) replace(line string) string {
	done := false
	return string(replaceAll(s.re, line, func(groups []string) string {
		if done && !s.all {
			return groups[0]
		}
		done = true
		var out strings.Builder
		for i := 0; i < len(s.with); i++ {
			switch c := s.with[i]; {
			case c == '&':
				out.WriteString(groups[0])
			case c == '\\' && i+1 < len(s.with):
				i++
				if d := int(s.with[i] - '0'); d >= 0 && d < len(groups) {
					out.WriteString(groups[d])
				} else {
					out.WriteByte(s.with[i])
				}
			default:
				out.WriteByte(c)
			}
		}
		return out.String()
	}))
}

func replaceAll(re *regexp.Regexp, line string, with func([]string) string) string {
	var out strings.Builder
	last := 0
	for _, m := range re.FindAllStringSubmatchIndex(line, -1) {
		groups := make([]string, len(m)/2)
		for g := range groups {
			if m[2*g] >= 0 {
				groups[g] = line[m[2*g]:m[2*g+1]]
			}
		}
		out.WriteString(line[last:m[0]] + with(groups))
		last = m[1]
	}
	return out.String() + line[last:]
}
