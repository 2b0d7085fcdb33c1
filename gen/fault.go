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

// templateFault is what is wrong with a template, in plain words.
type templateFault struct {
	line    int // 0: nobody knows
	why     string
	refusal bool // nothing is wrong: the template called fail
}

func (e *templateFault) Error() string { return e.why }

// located is what the template library begins its errors with: name, line, column, and what was executed.
var located = lazyregexp.New(`^template: (?:[^:\s]*:(\d+):)?(?:\d+:)? ?(?:executing "[^"]*" )?`)

// maxWhy keeps a message one that can be read, whatever stands in a template.
const maxWhy = 400

// faultOf takes an error of the library apart.
func faultOf(name string, err error) *templateFault {
	why := err.Error()
	fault := &templateFault{}
	if m := located.FindStringSubmatch(why); m != nil {
		fault.line, _ = strconv.Atoi(m[1])
		why = strings.TrimPrefix(strings.TrimPrefix(why, m[0]), "at ")
	}
	if said := refusal(""); errors.As(err, &said) {
		why, fault.refusal = string(said), true
	}
	if fault.why = why; len(why) > maxWhy {
		fault.why = strings.ToValidUTF8(why[:maxWhy], "") + "..."
	}
	return fault
}

// findFault says where a template failed, and for which command. To know that, it runs the template once more, with
// notes in it: those that succeed pay nothing.
func findFault(p *Plan, t *template.Template, err error) error {
	fault := faultOf(t.Name(), err)
	n := &notes{until: time.Now().Add(noteTime)}
	t.Funcs(template.FuncMap{noteEnter: n.enter, noteLeave: n.leave})
	for _, one := range t.Templates() {
		n.addTo(one.Tree)
	}
	again := execute(t, &bounded{rest: MaxFile}, p)
	at, command := n.innermost()
	if fault.line == 0 && again != nil {
		fault.line = at
	}
	if command != "" && again != nil && !errors.Is(again, errSlow) {
		fault.why += " (while rendering " + command + ")"
	}
	return fault
}

// noteTime is how long a template may run for the sake of a better message.
const noteTime = 10 * time.Second

var errSlow = errors.New("too slow to be looked at again")

// Functions that no template can call: they come when all is parsed.
const (
	noteEnter = "noteEnter"
	noteLeave = "noteLeave"
)

// notes remember what each loop and each called template has in its dot.
type notes struct {
	lines []int // of each note
	stack []noted
	until time.Time
}

type noted struct {
	id  int // callID for a template that was called
	dot any
}

// callID is the note of each called template; those of loops are numbered from 1.
const callID = 0

// addTo puts notes into a template and all its loops.
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
			n.lines = append(n.lines, node.Line)
			id := len(n.lines)
			n.walk(t, node.List)
			n.walk(t, node.ElseList)
			node.List.Nodes = append([]parse.Node{n.call(t, noteEnter, id)}, node.List.Nodes...)
			nodes = append(nodes, n.call(t, noteLeave, id))
		}
	}
	list.Nodes = nodes
}

// call is a node that calls a note with its number and the dot.
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

// drop forgets a note and those above it, but not those of whoever called this template.
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

// innermost is the line of the innermost loop, and the name of the innermost command.
func (n *notes) innermost() (line int, command string) {
	for i := len(n.stack) - 1; i >= 0; i-- {
		if id := n.stack[i].id; id != callID && line == 0 {
			line = n.lines[id-1]
		}
		if c, ok := n.stack[i].dot.(*Command); ok && command == "" {
			command = c.Name
		}
	}
	return line, command
}
