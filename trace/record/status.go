package record

import (
	"os"
	"time"

	"github.com/gleslayergen/gleslayergen/trace/format/tracepb"
)

// Status is the status of a recording.
type Status struct {
	PID      int       `json:"pid"`
	Process  string    `json:"process"`
	App      string    `json:"app,omitempty"`    // app of a device
	Serial   string    `json:"serial,omitempty"` // serial number of the device
	Receiver int       `json:"host"`             // process ID of the receiver
	File     string    `json:"file"`
	Since    time.Time `json:"since"`  // start of the recording
	Timed    bool      `json:"timed"`  // calls have durations
	Images   bool      `json:"images"` // images are recorded
	Waits    bool      `json:"waits"`  // the program waits if a buffer is full
	Progress
	Unaccounted *uint64 `json:"unaccounted,omitempty"` // see tracepb.End
	Incomplete  bool    `json:"incomplete,omitempty"`  // calls are missing, or may be
	Reason      string  `json:"reason,omitempty"`      // why the recording ended; "" while it is active
	Error       string  `json:"error,omitempty"`       // error of an ended recording
}

// Status returns the current status. The calls that it counts are in the file.
func (r *Recording) Status() Status {
	r.mu.Lock()
	defer r.mu.Unlock()
	s := Status{PID: r.conn.PID, Process: r.conn.Process, Receiver: os.Getpid(), File: r.out.path, Since: r.since, Progress: r.written,
		Timed: !r.options.Untimed, Images: recordsImages(r.options), Waits: r.options.Block}
	select {
	case <-r.done:
		s.Reason, s.Unaccounted = r.reason, r.lacks
		s.Incomplete = s.Dropped > 0 || s.Reason == "closed" || s.Reason == "disconnected" && (s.Unaccounted == nil || *s.Unaccounted > 0)
		if r.failed != nil {
			s.Error = r.failed.Error()
		}
	default:
	}
	return s
}

func recordsImages(o *tracepb.Options) bool { return o.FrameImages || o.DrawImages }

// Err returns the error of an ended recording. That the program ended early is not an error.
func (r *Recording) Err() error {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.failed
}
