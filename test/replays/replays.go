// Package replays replays recordings with the command gleslayergen trace replay.
package replays

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"

	"github.com/gleslayergen/gleslayergen/trace/diff"
	"github.com/gleslayergen/gleslayergen/trace/replay"
)

// A Report has the parts of the report of trace replay that tests need.
type Report struct {
	Calls   int              `json:"calls"`    // that were made
	LeftOut []replay.LeftOut `json:"left_out"` // calls that were not made
	Missing []string         `json:"missing"`  // functions that the driver does not have
	Check   *diff.Report     `json:"check"`
}

// Asserted returns the number of answers that were compared, exactly or by relation.
func (r *Report) Asserted() int { return r.Check.Answers.Exact + r.Check.Answers.Relation }

// failures returns why the replay is not a success, as a list in one line; "" if the report has no reason.
func (r *Report) failures() string {
	var list []string
	if c := r.Check; !c.Equal {
		list = append(list, fmt.Sprintf("%d differences, among them %d answers, %d images and %d missing images", c.Total(), c.Answers.Different, c.Images.Different, c.Images.Lacking))
	}
	for _, l := range r.LeftOut {
		list = append(list, fmt.Sprintf("%d calls of %s left out: %s", l.Calls, strings.Join(l.Functions, ", "), l.Reason))
	}
	if len(r.Missing) > 0 {
		list = append(list, "the driver does not have "+strings.Join(r.Missing, ", "))
	}
	return strings.Join(list, "; ")
}

// errUnnoticed is the error of a replay that differs, of which the tool reports success.
var errUnnoticed = errors.New("exit status 0")

// Play replays a recording with a tool, variables of the environment, and options. A replay that differs or leaves out calls is an
// error and has a report.
func Play(ctx context.Context, tool, recording string, env []string, options ...string) (*Report, error) {
	cmd := exec.CommandContext(ctx, tool, append([]string{"trace", "replay", recording, "--json"}, options...)...)
	cmd.Env = append(os.Environ(), env...)
	var messages bytes.Buffer
	cmd.Stderr = &messages
	out, err := cmd.Output()
	r := &Report{}
	if failed := json.Unmarshal(out, r); failed != nil || r.Check == nil {
		return nil, fmt.Errorf("%w\n%s", errors.Join(err, ctx.Err(), failed), messages.Bytes())
	}
	if err != nil || !r.Check.Equal {
		return r, fmt.Errorf("%s: %w\n%s", r.failures(), cmp.Or(err, errUnnoticed), strings.TrimSpace(messages.String()))
	}
	return r, nil
}
