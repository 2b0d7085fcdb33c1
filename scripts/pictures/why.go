package main

import (
	"bytes"
	_ "embed"
	"fmt"
	"html"
	"strings"

	"github.com/gleslayergen/gleslayergen/android/why"
)

//go:embed style.css
var style string

// Measures, in pixels.
const (
	width    = 1120
	margin   = 20
	rowPitch = 46
	box      = 34
	heading  = 40
	spine    = 230 // x of the vertical line
	question = 420 // width of a question's box
	answerX  = 510
	answer   = width - answerX - 2*margin
)

// stages are the headings of the picture, by the stages of the rows.
var stages = map[string]string{
	"app": "The app", "settings": "The settings", "file": "The file", "start": "The start",
}

// treeTable returns the tree as a table in Markdown.
func treeTable(rows []why.Row) string {
	var out strings.Builder
	out.WriteString("| question | rule | if not | why |\n|---|---|---|---|\n")
	for _, row := range rows {
		fmt.Fprintf(&out, "| `%s%s` %s | %s | %s | %s |\n", why.Prefix, row.ID, row.Question, row.Rule, marked(why.Placeholders(row.Remedy)), row.Reason)
	}
	return out.String()
}

// marked formats a command in Markdown and leaves other text as it is.
func marked(remedy string) string {
	if why.IsCommand(remedy) {
		return "`" + remedy + "`"
	}
	return remedy
}

// canvas is a picture that grows downward.
type canvas struct {
	bytes.Buffer
	y int
}

func (c *canvas) printf(format string, args ...any) { fmt.Fprintf(c, format+"\n", args...) }

func (c *canvas) text(class string, x, y int, s string) {
	c.printf(`<text class="%s" x="%d" y="%d">%s</text>`, class, x, y, html.EscapeString(s))
}

// drawTree draws all rows.
func drawTree(rows []why.Row) []byte {
	body := &canvas{y: margin}
	body.text("title", margin/2+4, body.y+16, "Why does my layer not load?")
	body.text("rule", width-margin/2-4, body.y+16, "Ask from the top. The number is the rule: gleslayergen explain 7.3")
	body.y += heading
	for len(rows) > 0 {
		n := 1
		for n < len(rows) && rows[n].Stage == rows[0].Stage {
			n++
		}
		body.stage(rows[:n])
		rows = rows[n:]
	}
	all := &canvas{}
	all.printf(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" width="%d" height="%d" role="img" aria-label="Why a layer does not load: what to ask, in order, and how to fix it">`,
		width, body.y+margin, width, body.y+margin)
	all.printf("<style>\n%s</style>", style)
	all.printf(`<rect class="paper" width="%d" height="%d" rx="10"/>`, width, body.y+margin)
	all.Write(body.Bytes())
	all.printf("</svg>")
	return all.Bytes()
}

// stage draws the rows of one stage: those that end the evaluation, the end they lead to, and those that only
// add a note.
func (c *canvas) stage(rows []why.Row) {
	stops, notes := split(rows)
	height := heading + rowPitch*len(stops)
	if len(notes) > 0 {
		height += rowPitch + heading + rowPitch*len(notes)
	}
	c.printf(`<rect class="band" x="%d" y="%d" width="%d" height="%d" rx="8"/>`, margin/2, c.y, width-margin, height)
	c.text("stage", margin, c.y+26, stages[rows[0].Stage])
	c.y += heading
	for _, row := range stops {
		c.row(row, "stop")
		c.text("yes", spine+9, c.y+box+10, "yes")
		c.printf(`<path class="way" d="M%d %dv%d"/><path class="tip" d="M%d %dl-4 -6h8z"/>`, spine, c.y+box, rowPitch-box-1, spine, c.y+rowPitch)
		c.y += rowPitch
	}
	if len(notes) > 0 {
		c.end()
		for _, row := range notes {
			c.row(row, "note")
			c.y += rowPitch
		}
	}
	c.y += margin
}

// end draws the end that follows if all answers are yes.
func (c *canvas) end() {
	c.printf(`<rect class="loaded" x="%d" y="%d" width="%d" height="%d" rx="17"/>`, spine-question/2, c.y, question, box)
	c.text("end", spine, c.y+22, "loaded")
	c.y += rowPitch
	c.text("stage", margin, c.y+22, "Loaded, and yet it may miss calls")
	c.y += heading
}

// row draws a question and what to do if the answer is no.
func (c *canvas) row(row why.Row, kind string) {
	left := spine - question/2
	c.printf(`<rect class="%s" x="%d" y="%d" width="%d" height="%d" rx="6"/>`, kind, left, c.y, question, box)
	c.text("question", left+12, c.y+22, row.Question)
	c.text("rule", left+question-10, c.y+22, row.Rule)
	c.printf(`<path class="no" d="M%d %dH%d"/><path class="notip" d="M%d %dl-7 -4v8z"/>`, left+question, c.y+box/2, answerX-7, answerX, c.y+box/2)
	c.text("word", (left+question+answerX)/2-2, c.y+box/2-5, "no")
	c.printf(`<rect class="answer" x="%d" y="%d" width="%d" height="%d" rx="6"/>`, answerX, c.y, answer, box)
	lines := lines(why.Placeholders(row.Remedy))
	for i, line := range lines {
		c.text(class(line, len(lines)), answerX+12, c.y+30-8*len(lines)+15*i, line)
	}
}

// lines returns the commands of a remedy, one per line.
func lines(remedy string) []string {
	return strings.Split(strings.ReplaceAll(remedy, " && ", " &&\n"), "\n")
}

// class returns the style of a remedy's line: commands are monospaced, and smaller if there are two.
func class(line string, of int) string {
	switch {
	case !why.IsCommand(line):
		return "words"
	case of > 1:
		return "command joined"
	}
	return "command"
}

func split(rows []why.Row) (stops, notes []why.Row) {
	for _, row := range rows {
		if row.Stops {
			stops = append(stops, row)
		} else {
			notes = append(notes, row)
		}
	}
	return stops, notes
}
