package device

import (
	"archive/zip"
	"bytes"
	"crypto/md5"
	"crypto/sha1"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"hash"
	"io"
	"os"
	"path"
	"strconv"
	"strings"
	"time"
)

func tee(p *process) int {
	letters, names := flags(p.args[1:], "")
	mode := os.O_TRUNC
	if _, ok := letters['a']; ok {
		mode = os.O_APPEND
	}
	outs := []io.Writer{p.out}
	status := 0
	for _, name := range names {
		file, err := p.device.openAny(p.who, p.abs(name), os.O_WRONLY|os.O_CREATE|mode, 0o644)
		if err != nil {
			status = p.fail("%s: %s", name, words(err))
			continue
		}
		defer file.Close()
		outs = append(outs, file)
	}
	if _, err := io.Copy(io.MultiWriter(outs...), p.in); err != nil {
		return p.fail("%s", words(err))
	}
	return status
}

func base64Command(p *process) int {
	letters, names := flags(p.args[1:], "w")
	failed := 0
	_, decode := letters['d']
	status := p.inputs(names, func(_ string, data []byte) {
		if !decode {
			width := 76
			if w, ok := letters['w']; ok {
				width = number(w)
			}
			text := base64.StdEncoding.EncodeToString(data)
			for ; width > 0 && len(text) > width; text = text[width:] {
				fmt.Fprintln(p.out, text[:width])
			}
			fmt.Fprintln(p.out, text)
			return
		}
		out, err := base64.StdEncoding.DecodeString(string(bytes.Join(bytes.Fields(data), nil)))
		if err != nil {
			failed = p.fail("bad input")
		}
		_, _ = p.out.Write(out)
	})
	return max(status, failed)
}

func sum(p *process) int {
	kinds := map[string]func() hash.Hash{"sha256sum": sha256.New, "sha1sum": sha1.New, "md5sum": md5.New}
	letters, names := flags(p.args[1:], "")
	return p.inputs(names, func(name string, data []byte) {
		h := kinds[path.Base(p.args[0])]()
		h.Write(data)
		line := hex.EncodeToString(h.Sum(nil))
		if _, brief := letters['b']; !brief {
			line += "  " + name
		}
		fmt.Fprintln(p.out, line)
	})
}

// unzip knows -p (to standard output), -l and -d.
func unzip(p *process) int {
	letters, names := flags(p.args[1:], "d")
	if len(names) == 0 {
		return p.fail("missing archive filename")
	}
	data, err := p.read(names[0])
	if err != nil {
		return p.fail("couldn't open %s: %s", names[0], words(err))
	}
	archive, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		return p.fail("%s: %v", names[0], err)
	}
	status, found := 0, len(names) == 1
	for _, f := range archive.File {
		if !matchesAny(f.Name, names[1:]) {
			continue
		}
		found = true
		if s := p.unzipOne(f, letters); s != 0 {
			status = s
		}
	}
	if !found {
		return 11
	}
	return status
}

func matchesAny(name string, globs []string) bool {
	for _, glob := range globs {
		if match, _ := path.Match(glob, name); match || strings.HasSuffix(glob, "*") && strings.HasPrefix(name, strings.TrimSuffix(glob, "*")) {
			return true
		}
	}
	return len(globs) == 0
}

func (p *process) unzipOne(f *zip.File, letters map[rune]string) int {
	if _, list := letters['l']; list {
		fmt.Fprintf(p.out, "%9d  %s  %s\n", f.UncompressedSize64, f.Modified.Format("2006-01-02 15:04"), f.Name)
		return 0
	}
	in, err := f.Open()
	if err != nil {
		return p.fail("%s: %v", f.Name, err)
	}
	defer in.Close()
	out := p.out
	if _, print := letters['p']; !print {
		name := p.abs(path.Join(letters['d'], path.Clean("/"+f.Name)))
		if err := p.device.tree.mkdirAll(p.who, path.Dir(name), 0o755); err != nil {
			return p.fail("%s: %s", name, words(err))
		}
		file, err := p.device.openAny(p.who, name, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o644)
		if err != nil {
			return p.fail("%s: %s", name, words(err))
		}
		defer file.Close()
		out = file
	}
	if _, err := io.Copy(out, io.LimitReader(in, readLimit)); err != nil {
		return p.fail("%s: %s", f.Name, words(err))
	}
	return 0
}

func uname(p *process) int {
	letters, _ := flags(p.args[1:], "")
	machine := map[string]string{"arm64-v8a": "aarch64", "armeabi-v7a": "armv8l", "x86": "i686"}[p.device.options.ABIs[0]]
	if machine == "" {
		machine = p.device.options.ABIs[0]
	}
	for letter, text := range map[rune]string{'m': machine, 'r': "5.10.101-android12-9", 'n': "localhost"} {
		if _, ok := letters[letter]; ok {
			fmt.Fprintln(p.out, text)
			return 0
		}
	}
	fmt.Fprintln(p.out, "Linux")
	return 0
}

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

// which finds programs, as "command -v" of the interpreter does not know the device's.
func which(p *process) int {
	status := 0
	for _, name := range p.args[1:] {
		if programs[name] == nil || !p.installed(name) || !p.device.release.has(name) {
			status = 1
			continue
		}
		fmt.Fprintln(p.out, "/system/bin/"+name)
	}
	return status
}

// xargs hands all of standard input over at once, or -n at a time.
func xargs(p *process) int {
	letters, rest := flags(p.args[1:], "nI")
	if len(rest) == 0 {
		rest = []string{"echo"}
	}
	data, err := io.ReadAll(io.LimitReader(p.in, readLimit))
	if err != nil {
		return p.fail("%v", err)
	}
	args := strings.Fields(string(data))
	if _, zero := letters['0']; zero {
		args = strings.FieldsFunc(string(data), func(r rune) bool { return r == 0 })
	}
	step := max(len(args), 1)
	if n := number(letters['n']); n > 0 {
		step = n
	}
	status := 0
	for i := 0; i < len(args); i += step {
		q := *p
		q.in, q.args = strings.NewReader(""), append(append([]string(nil), rest...), args[i:min(i+step, len(args))]...)
		if q.args[0] == "echo" {
			fmt.Fprintln(p.out, strings.Join(q.args[1:], " "))
		} else if s := q.run(); s != 0 {
			status = 123
		}
	}
	return status
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
				fields = chosen(fields, letters['f']+letters['c'])
			}
			fmt.Fprintln(p.out, strings.Join(fields, join))
		}
	})
}

// chosen are the fields of a list such as 1,3-5,7-.
func chosen(fields []string, list string) []string {
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

// tr swaps, or with -d deletes, characters; sets may have spans.
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

// dd copies with bs and count.
func dd(p *process) int {
	o := map[string]string{"bs": "512"}
	for _, arg := range p.args[1:] {
		name, value, _ := strings.Cut(arg, "=")
		o[name] = value
	}
	in, out := p.in, p.out
	if o["if"] != "" {
		file, err := p.device.openAny(p.who, p.abs(o["if"]), os.O_RDONLY, 0)
		if err != nil {
			return p.fail("%s: %s", o["if"], words(err))
		}
		defer file.Close()
		in = file
	}
	if o["of"] != "" {
		file, err := p.device.openAny(p.who, p.abs(o["of"]), os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o644)
		if err != nil {
			return p.fail("%s: %s", o["of"], words(err))
		}
		defer file.Close()
		out = file
	}
	if o["count"] != "" {
		in = io.LimitReader(in, int64(number(o["count"]))*int64(number(o["bs"])))
	}
	n, err := io.Copy(out, in)
	if err != nil {
		return p.fail("%s", words(err))
	}
	fmt.Fprintf(p.err, "%d bytes copied\n", n)
	return 0
}

func compare(p *process) int {
	_, names := flags(p.args[1:], "")
	var all [][]byte
	status := p.inputs(names, func(_ string, data []byte) { all = append(all, data) })
	if status == 0 && (len(all) != 2 || !bytes.Equal(all[0], all[1])) {
		return 1
	}
	return status
}

// sleep is cut short as the options say.
func sleep(p *process) int {
	if len(p.args) < 2 {
		return p.fail("Needs 1 argument")
	}
	seconds, err := strconv.ParseFloat(strings.TrimRight(p.args[1], "smhd"), 64)
	if err != nil {
		return p.fail("bad number '%s'", p.args[1])
	}
	switch p.args[1][len(p.args[1])-1] {
	case 'm':
		seconds *= 60
	case 'h':
		seconds *= 3600
	}
	return p.asJob(func(q *process) int {
		seconds /= p.device.haste()
		pause(q.ctx.Done(), time.Duration(seconds*float64(time.Second)))
		if q.ctx.Err() != nil {
			return 143
		}
		return 0
	})
}

func (d *Device) haste() float64 {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.options.Sleep <= 0 {
		return 1
	}
	return d.options.Sleep
}

// asJob runs as a process that ps shows.
func (p *process) asJob(run func(*process) int) int {
	job, ctx := p.device.newJob(p.ctx, p.who, p.args)
	defer p.device.endJob(job)
	q := *p
	q.ctx = ctx
	return run(&q)
}
