package gen

import (
	"errors"
	"strconv"
	"strings"
	"text/template"
	"text/template/parse"
	"time"

	"github.com/gleslayergen/gleslayergen/internal/lazyregexp"
)

// templateFault describes an error in a template.
type templateFault struct {
	file    string // the template or partial; "" if unknown
	line    int    // 0 if unknown
	why     string
	refusal bool // not an error in the template: it called fail
}

func (e *templateFault) Error() string { return e.why }

// located matches the start of an error of text/template: name, line, column, and the node that was executed.
var located = lazyregexp.New(`^template: (?:([^:\s]*):(\d+):)?(?:\d+:)? ?(?:executing "[^"]*" )?`)

// modelTypes replaces the types of views by their names in the model.
var modelTypes = strings.NewReplacer("gen.CommandView", "gen.Command", "gen.View", "gen.Plan")

// maxWhy limits the length of a message, so that it stays readable whatever a template contains.
const maxWhy = 400

// faultOf parses an error of text/template.
func faultOf(err error) *templateFault {
	why := err.Error()
	fault := &templateFault{}
	if m := located.FindStringSubmatch(why); m != nil {
		fault.file = m[1]
		fault.line, _ = strconv.Atoi(m[2])
		why = strings.TrimPrefix(strings.TrimPrefix(why, m[0]), "at ")
	}
	if said := refusal(""); errors.As(err, &said) {
		why, fault.refusal = string(said), true
	}
	if fault.why = modelTypes.Replace(why); len(fault.why) > maxWhy {
		fault.why = strings.ToValidUTF8(fault.why[:maxWhy], "") + "..."
	}
	return fault
}

// findFault returns where a template failed, and for which command. To find the command, it instruments the
// template and runs it again, so that a template without errors pays nothing.
func findFault(dot any, t *template.Template, err error) error {
	fault := faultOf(err)
	n := &notes{until: time.Now().Add(noteTime)}
	t.Funcs(template.FuncMap{noteEnter: n.enter, noteLeave: n.leave})
	for _, one := range t.Templates() {
		n.addTo(one.Tree)
	}
	again := execute(t, &bounded{rest: MaxFile}, dot)
	at, command := n.innermost()
	if fault.line == 0 && again != nil {
		fault.file, fault.line = at.file, at.line
	}
	if command != "" && again != nil && !errors.Is(again, errSlow) {
		fault.why += " (while rendering " + command + ")"
	}
	return fault
}

// noteTime limits the second run of a template, whose only purpose is a better message.
const noteTime = 10 * time.Second

var errSlow = errors.New("rendering again to find the command takes too long")

// Functions that templates cannot call by name: they are added after parsing.
const (
	noteEnter = "noteEnter"
	noteLeave = "noteLeave"
)

// notes records the dot of each active loop and of each active template call.
type notes struct {
	loops []place // of each note
	stack []noted
	until time.Time
}

// place is a line of a template or partial.
type place struct {
	file string
	line int
}

type noted struct {
	id  int // callID for a template that was called
	dot any
}

// callID is the note of each called template; notes of loops are numbered from 1.
const callID = 0

// addTo adds notes to a template and to all its loops.
func (n *notes) addTo(t *parse.Tree) {
	if t == nil || t.Root == nil {
		return
	}
	n.walk(t, t.Root)
	if t.Name != t.ParseName {
		t.Root.Nodes = append([]parse.Node{n.call(t, noteEnter, callID)}, t.Root.Nodes...)
	}
}

func (n *notes) walk(t *parse.Tree, list *parse.ListNode) {
	if list == nil {
		return
	}
	var nodes []parse.Node
	for _, node := range list.Nodes {
		nodes = append(nodes, node)
		switch node := node.(type) {
		case *parse.IfNode:
			n.walk(t, node.List)
			n.walk(t, node.ElseList)
		case *parse.WithNode:
			n.walk(t, node.List)
			n.walk(t, node.ElseList)
		case *parse.TemplateNode:
			if node.Name != t.ParseName {
				nodes = append(nodes, n.call(t, noteLeave, callID))
			}
		case *parse.RangeNode:
			n.loops = append(n.loops, place{t.ParseName, node.Line})
			id := len(n.loops)
			n.walk(t, node.List)
			n.walk(t, node.ElseList)
			node.List.Nodes = append([]parse.Node{n.call(t, noteEnter, id)}, node.List.Nodes...)
			nodes = append(nodes, n.call(t, noteLeave, id))
		}
	}
	list.Nodes = nodes
}

// call returns a node that calls a note with its number and the dot.
func (n *notes) call(t *parse.Tree, name string, id int) parse.Node {
	number := &parse.NumberNode{NodeType: parse.NodeNumber, IsInt: true, Int64: int64(id), Text: strconv.Itoa(id)}
	args := []parse.Node{parse.NewIdentifier(name).SetTree(t), number, &parse.DotNode{NodeType: parse.NodeDot}}
	pipe := &parse.PipeNode{NodeType: parse.NodePipe, Cmds: []*parse.CommandNode{{NodeType: parse.NodeCommand, Args: args}}}
	return &parse.ActionNode{NodeType: parse.NodeAction, Pipe: pipe}
}

func (n *notes) enter(id int, dot any) (string, error) {
	if time.Now().After(n.until) {
		return "", errSlow
	}
	if id != callID {
		n.drop(id)
	}
	n.stack = append(n.stack, noted{id, dot})
	return "", nil
}

func (n *notes) leave(id int, _ any) string {
	n.drop(id)
	return ""
}

// drop removes a note and those above it, but not those of the template that called this one.
func (n *notes) drop(id int) {
	for i := len(n.stack) - 1; i >= 0; i-- {
		if n.stack[i].id == id {
			n.stack = n.stack[:i]
			return
		}
		if n.stack[i].id == callID {
			return
		}
	}
}

// innermost returns the place of the innermost loop, and the name of the innermost command.
func (n *notes) innermost() (at place, command string) {
	for i := len(n.stack) - 1; i >= 0; i-- {
		if id := n.stack[i].id; id != callID && at.line == 0 {
			at = n.loops[id-1]
		}
		if command != "" {
			continue
		}
		switch c := n.stack[i].dot.(type) {
		case *Command:
			command = c.Name
		case *CommandView:
			command = c.Name
		}
	}
	return at, command
}
