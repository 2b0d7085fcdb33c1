package device

import (
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
	"strings"
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
			status = p.fail("%s: %s", name, errorText(err))
			continue
		}
		defer file.Close()
		outs = append(outs, file)
	}
	if _, err := io.Copy(io.MultiWriter(outs...), p.in); err != nil {
		return p.fail("%s", errorText(err))
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

// dd copies data; it supports bs and count.
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
			return p.fail("%s: %s", o["if"], errorText(err))
		}
		defer file.Close()
		in = file
	}
	if o["of"] != "" {
		file, err := p.device.openAny(p.who, p.abs(o["of"]), os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o644)
		if err != nil {
			return p.fail("%s: %s", o["of"], errorText(err))
		}
		defer file.Close()
		out = file
	}
	if o["count"] != "" {
		in = io.LimitReader(in, int64(number(o["count"]))*int64(number(o["bs"])))
	}
	n, err := io.Copy(out, in)
	if err != nil {
		return p.fail("%s", errorText(err))
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
