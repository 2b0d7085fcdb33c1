package main

import (
	_ "embed"
	"fmt"
	"html"
	"regexp"
	"strings"
)

//go:embed terminal.css
var terminalStyle string

//go:embed animation.css
var terminalAnimation string

// Measures of the picture of a terminal, in pixels, except where the comment says otherwise.
const (
	terminalColumns = 104 // characters; longer lines are wrapped
	terminalWidth   = 848
	lineHeight      = 19
	titleHeight     = 30
	terminalMargin  = 16

	typingTime = 0.9 // seconds from a command to its output
	lineTime   = 0.12
)

// demoDir matches the temporary directory of gleslayergen demo.
var demoDir = regexp.MustCompile(`\S*/gleslayergen-demo-\d+/`)

// demoEnd begins the text that demo prints after its last step.
const demoEnd = "\nThe program called "

// drawTerminal draws the output of gleslayergen demo as a terminal whose lines appear one after the other.
func drawTerminal(output string) (string, error) {
	steps, _, found := strings.Cut(output, demoEnd)
	if !found {
		return "", fmt.Errorf("the text is not the output of gleslayergen demo with Mesa: it does not contain %q", strings.TrimSpace(demoEnd))
	}
	return terminalPicture{"A terminal: gleslayergen writes a layer, builds it, and runs a program with it", terminalLines(steps), true}.draw(), nil
}

// terminalPicture is the picture of a terminal.
type terminalPicture struct {
	title    string
	lines    []terminalLine
	animated bool // the lines appear one after the other
}

func (p terminalPicture) draw() string {
	c := &canvas{y: titleHeight + lineHeight}
	height := titleHeight + len(p.lines)*lineHeight + terminalMargin
	css := terminalStyle
	if p.animated {
		css += terminalAnimation
	}
	c.printf(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" width="%[1]d" role="img">`, terminalWidth, height)
	c.printf("<title>%s</title>\n<style>\n%s</style>", html.EscapeString(p.title), css)
	c.printf(`<rect class="window" width="%d" height="%d" rx="8"/>`, terminalWidth, height)
	for i, color := range []string{"#ff5f57", "#febc2e", "#28c840"} {
		c.printf(`<circle cx="%d" cy="15" r="5" fill="%s"/>`, 18+18*i, color)
	}
	at, delay := 0.3, ""
	for _, l := range p.lines {
		if p.animated {
			delay = fmt.Sprintf(` style="animation-delay:%.2fs"`, at)
		}
		if l.text != "" {
			c.printf(`<text class="%s" x="%d" y="%d"%s>%s</text>`, l.class, terminalMargin, c.y, delay, html.EscapeString(l.text))
		}
		c.y += lineHeight
		at += lineTime
		if strings.HasPrefix(l.text, "$ ") {
			at += typingTime
		}
	}
	c.printf("</svg>")
	return c.String()
}

// terminalLine is a line of a terminal with its style: heading, command, code or output.
type terminalLine struct{ class, text string }

// terminalLines splits the steps of demo into lines that fit the terminal.
func terminalLines(steps string) []terminalLine {
	var out []terminalLine
	inCode := false
	for text := range strings.Lines(strings.TrimSpace(steps)) {
		text = demoDir.ReplaceAllString(strings.ReplaceAll(strings.TrimSuffix(text, "\n"), "\t", "    "), "")
		class := "output"
		switch {
		case strings.HasPrefix(text, "    $ "):
			class, text = "command", text[len("    "):]
		case strings.HasPrefix(text, "    "):
			class, inCode = "code", true
		case strings.HasSuffix(text, ":") || strings.HasPrefix(text, "Edit "):
			class, inCode = "heading", false
		case text == "" && inCode:
			class = "code"
		}
		out = append(out, wrapped(class, text)...)
	}
	return out
}

// wrapped splits a line into lines that fit the terminal.
func wrapped(class, text string) (out []terminalLine) {
	for len(text) > terminalColumns {
		cut := strings.LastIndexByte(text[:terminalColumns], ' ')
		if cut < terminalColumns/2 {
			cut = terminalColumns
		}
		out = append(out, terminalLine{class, text[:cut]})
		text = "    " + strings.TrimLeft(text[cut:], " ")
	}
	return append(out, terminalLine{class, text})
}
