package record

import (
	"os"
	"time"

	"github.com/gleslayergen/gleslayergen/trace/format/tracepb"
)

// Status is a recording as it stands.
type Status struct {
	PID      int       `json:"pid"`
	Process  string    `json:"process"`
	App      string    `json:"app,omitempty"`    // of a device
	Serial   string    `json:"serial,omitempty"` // of that device
	Receiver int       `json:"host"`             // the process that records
	File     string    `json:"file"`
	Since    time.Time `json:"since"`
	Timed    bool      `json:"timed"`
	Images   bool      `json:"images"`
	Progress
	Reason string `json:"reason,omitempty"` // why it ended; "" while it goes on
	Error  string `json:"error,omitempty"`  // what was wrong with that
}

// Status tells how it stands. Calls that it tells of are in the file.
func (r *Recording) Status() Status {
	r.mu.Lock()
	defer r.mu.Unlock()
	s := Status{PID: r.conn.PID, Process: r.conn.Process, Receiver: os.Getpid(), File: r.out.path, Since: r.since, Progress: r.written,
		Timed: !r.options.Untimed, Images: recordsImages(r.options)}
	select {
	case <-r.done:
		s.Reason = r.reason
		if r.failed != nil {
			s.Error = r.failed.Error()
		}
	default:
	}
	return s
}

func recordsImages(o *tracepb.Options) bool { return o.FrameImages || o.DrawImages }

// Err is what went wrong with a recording that is done; that its program was ended is nothing of that.
func (r *Recording) Err() error {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.failed
}
