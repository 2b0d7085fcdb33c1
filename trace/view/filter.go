package view

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/gleslayergen/gleslayergen/internal/localpage"
	"github.com/gleslayergen/gleslayergen/trace/file"
	"github.com/gleslayergen/gleslayergen/trace/view/index"
)

// filter selects calls that meet all conditions that are set. Texts are case-insensitive.
type filter struct {
	Frame    *int    `json:"frame"`
	Group    *int    `json:"group"`    // call that opens a debug group: selects the calls of the group
	Function string  `json:"function"` // words, one of which a name must contain
	Argument string  `json:"argument"` // text that an argument or the result must contain
	Thread   *uint32 `json:"thread"`
	Context  *uint32 `json:"context"`
	Errors   bool    `json:"errors"` // calls that generated an error
	Draws    bool    `json:"draws"`

	either string // text that the name or an argument must contain: a search
	in     part   // of a search
}

// part limits a search to calls whose name has the text, or to those of which only an argument has it.
type part string

const (
	inNames     part = "names"
	inArguments part = "arguments"
)

// test is a filter prepared for the recording.
type test struct {
	filter
	s         *Server
	from, to  int       // calls; to is -1 for no end
	lane      *uint32   // thread of the frame
	functions index.Set // nil for all
	named     index.Set // for a search, functions whose name contains the text
	reports   index.Set // functions of the recorder that report an error
	looked    int       // number of functions when the sets were made
	text      string
	memos     sync.Pool
}

// test prepares a filter.
func (s *Server) test(ctx context.Context, f filter) (*test, error) {
	if len(f.Function)+len(f.Argument)+len(f.either) > 256 {
		return nil, localpage.Bad("the filter exceeds 256 bytes")
	}
	t := &test{filter: f, s: s, to: -1, text: strings.ToLower(f.Argument + f.either)}
	t.memos.New = func() any { return newMemo(s.words, has(t.text)) }
	if f.Frame != nil {
		frames := s.file.Frames()
		if *f.Frame < 0 || *f.Frame >= len(frames) {
			return nil, missing(fmt.Sprintf("frame %d out of range: the recording has %d frames, numbered from 0", *f.Frame, len(frames)))
		}
		in := frames[*f.Frame]
		t.from, t.to, t.lane = in.First, in.Last+1, &in.Thread
	}
	if f.Group != nil {
		end, err := s.groupEnd(ctx, *f.Group)
		if err != nil {
			return nil, err
		}
		t.from, t.to = max(t.from, *f.Group), end+1
	}
	t.learn()
	return t, nil
}

// learn makes the sets of functions, again if the recording defines more functions now.
func (t *test) learn() {
	all := t.s.file.Functions()
	if t.looked == len(all) && t.looked > 0 {
		return
	}
	t.looked = len(all)
	words := strings.Fields(strings.ToLower(t.Function))
	if len(words) > 0 || t.Draws {
		t.functions = index.Set{}
	}
	t.named, t.reports = nil, nil
	for _, f := range all {
		name, id := strings.ToLower(f.Name), uint32(f.ID)
		if t.functions != nil && (!t.Draws || f.IsDraw()) && anyIn(name, words) {
			t.functions.Add(id)
		}
		if f.Name == file.ErrorFunction {
			t.reports.Add(id)
		}
		if t.either != "" && strings.Contains(name, t.text) {
			t.named.Add(id)
		}
	}
}

// anyIn reports whether a name contains one of the words, or there are no words.
func anyIn(name string, words []string) bool {
	for _, w := range words {
		if strings.Contains(name, w) {
			return true
		}
	}
	return len(words) == 0
}

// in returns the selected calls of block n, in order.
func (t *test) in(ctx context.Context, n int) ([]int, error) {
	if t.functions != nil && !t.s.index.Calls(n, t.functions) || t.to >= 0 && n*index.Size >= t.to || (n+1)*index.Size <= t.from {
		return nil, nil
	}
	may := t.text == "" || t.filter.in != inNames && t.s.trigrams.MayContain(n, t.text)
	if !may && !t.s.index.Calls(n, t.named) {
		return nil, nil
	}
	b, err := t.s.index.Block(ctx, n)
	if err != nil {
		return nil, err
	}
	calls := t.byColumns(b)
	if t.text != "" {
		if calls, err = t.byText(b, calls, may); err != nil {
			return nil, err
		}
	}
	if t.Errors {
		return t.byError(ctx, n, calls)
	}
	return calls, nil
}

func (t *test) byColumns(b *index.Block) (calls []int) {
	for i, id := range b.Function {
		call, lane := b.First+i, b.Lane[i]
		switch {
		case call < t.from || t.to >= 0 && call >= t.to:
		case t.functions != nil && !t.functions.Has(id):
		case t.lane != nil && *t.lane != lane.Thread, t.Thread != nil && *t.Thread != lane.Thread, t.Context != nil && *t.Context != lane.Context:
		default:
			calls = append(calls, call)
		}
	}
	return calls
}

// byText keeps calls that contain the text. It reads the arguments only if the name does not contain the text
// and an argument may.
func (t *test) byText(b *index.Block, calls []int, may bool) ([]int, error) {
	var found, open []int
	for _, i := range calls {
		if t.named.Has(b.Function[i-b.First]) {
			if t.filter.in != inArguments {
				found = append(found, i)
			}
		} else if may {
			open = append(open, i)
		}
	}
	m := t.memos.Get().(*memo)
	defer t.memos.Put(m)
	for c, err := range t.s.each(open) {
		if err != nil {
			return nil, err
		}
		if m.contains(c) {
			found = append(found, c.Index)
		}
	}
	slices.Sort(found)
	return found, nil
}

// byError keeps the calls of block n that generated an error. The recorder's call that reports an error may be in the next block.
func (t *test) byError(ctx context.Context, n int, calls []int) (found []int, err error) {
	if x := t.s.index; !x.Calls(n, t.reports) && (n+1 == x.Blocks() || !x.Calls(n+1, t.reports)) {
		return nil, nil
	}
	names, err := t.s.errorsOf(ctx, calls)
	for _, i := range calls {
		if names[i] != "" {
			found = append(found, i)
		}
	}
	return found, err
}
