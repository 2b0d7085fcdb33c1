package layercmd

import (
	"context"
	"fmt"
	"strings"

	"github.com/gleslayergen/gleslayergen/cmd/gleslayergen/internal/ui"
	"github.com/gleslayergen/gleslayergen/gen"
	"github.com/gleslayergen/gleslayergen/project"
)

// planNote is what an author should know about the commands that a project intercepts.
type planNote struct {
	ui.Topic        // Text is the explanation in full
	line     string // for messages, without the ID
	long     string // for JSON reports, on one line
}

const (
	// manyGoHooks is the number of Go hooks above which their cost is worth a note.
	manyGoHooks = 64
	// mostNotes is how many notes new and update print.
	mostNotes = 5
)

// HookCost is the topic of the note about the cost of Go hooks.
var HookCost = ui.NewTopic("hook-cost", "What a hook costs",
	`A call of a Go hook costs about 75 ns: 0.075 ms for 1000 calls in a frame. A call of a C hook (--hooks c)
costs about 2 ns. Without a hook (--hooks none) the layer only forwards the call, which costs less than 1 ns.`,
	[]string{})

// planNotes returns the notes about the commands that a plan intercepts.
func planNotes(p *gen.Plan) []planNote {
	var notes []planNote
	if n := len(p.Hooked(gen.HookGo)); n > manyGoHooks {
		line := fmt.Sprintf("%d functions get Go hooks, which cost about 75 ns per call; C hooks cost about 2 ns", n)
		t := HookCost
		t.Title = line
		notes = append(notes, planNote{t, line, line + ". " + HookCost.Text})
	}
	if late := p.LateNames(); len(late) > 0 {
		const why = "not known to the loader of every Android release"
		const effect = ", so some of their calls may not reach the layer"
		const text = "The layer receives calls of these functions only if the app gets the functions from eglGetProcAddress"
		line := ui.Shorten(late) + ": " + why
		notes = append(notes, planNote{
			ui.NewTopic("rule-3.1", "Names "+why, text+": "+strings.Join(late, ", ")+".", []string{}),
			line + effect, line + "; the layer receives their calls only if the app gets the functions from eglGetProcAddress (rule 3.1)"})
	}
	for _, t := range p.Traps() {
		notes = append(notes, planNote{ui.NewTopic(t.ID, t.Title, t.What+" "+t.Remedy, []string{"rule-" + t.Rule}),
			t.Title, fmt.Sprintf("%s (rule %s): %s %s", t.Title, t.Rule, t.What, t.Remedy)})
	}
	return notes
}

// printNotes prints a line for each note, at most five, and the command that prints all of them in full. For a project
// that was not written, dir is empty: then it prints a line for all of them.
func printNotes(e *ui.Env, notes []planNote, dir string) {
	shown := notes
	if dir != "" && len(notes) > mostNotes {
		shown = notes[:mostNotes]
	}
	for _, n := range shown {
		e.Notef("note: %s [%s]", n.line, n.ID)
	}
	switch more := len(notes) - len(shown); {
	case len(notes) == 0 || dir == "":
	case more > 0:
		e.Notef("note: %d more notes; to print all in full: gleslayergen explain --project %s", more, ui.ShellPath(dir))
	default:
		e.Notef("note: to print the notes in full: gleslayergen explain --project %s", ui.ShellPath(dir))
	}
}

// longNotes returns the notes as JSON reports have them.
func longNotes(notes []planNote) []string {
	out := []string{}
	for _, n := range notes {
		out = append(out, n.long)
	}
	return out
}

// ProjectTopics returns the notes about the project that dir belongs to, in full.
func ProjectTopics(ctx context.Context, e *ui.Env, dir string) ([]ui.Topic, error) {
	root, err := OpenProject(ctx, e, dir)
	if err != nil {
		return nil, err
	}
	u, err := project.PlanUpdate(ctx, project.UpdateRequest{Root: root, Tool: e.Version, Load: ui.LoadFiles})
	if err != nil {
		return nil, err
	}
	defer u.Close()
	list := []ui.Topic{}
	for _, n := range planNotes(u.Plan()) {
		list = append(list, n.Topic)
	}
	return list, nil
}
