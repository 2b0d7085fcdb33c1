package inspect

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/gleslayergen/gleslayergen/trace/file"
	"github.com/gleslayergen/gleslayergen/trace/images"
	"github.com/gleslayergen/gleslayergen/trace/replay"
)

// IDs of what a replay of a frame with another shader reads.
const (
	readImage = iota
	readShader
	readProgram
	readBegin // times
	readEnd
)

// errRejected ends a replay whose shader the driver rejects.
var errRejected = errors.New("the driver rejects the shader")

// edit is a replay of a frame, with the recorded sources or another one.
type edit struct {
	fr     *frame
	call   int              // of the question
	source int              // call that sets the source; -1 for the recorded sources
	link   int              // call that links the program
	log    []replay.Request // after it
	until  int              // the end of the frame, before its swap
	out    *Edited
	begun  bool             // the time of the frame
	times  [2]time.Duration // at the begin and the end of the frame
}

// find finds the calls that set the source of a shader and that link its program.
func (e *edit) find(ctx context.Context, s Shader) error {
	at := e.fr.index(e.call)
	c, err := e.fr.part.Call(at)
	if err != nil {
		return err
	}
	var all *programs
	if err := e.fr.follow(ctx, at+1, func(_ *file.Call, p *programs) error { all = p; return nil }); err != nil {
		return err
	}
	share := e.fr.script.Share(c.Context)
	l := all.linked[name{share, uint64(s.Program)}]
	if l == nil {
		return &Unavailable{"the shader", fmt.Sprintf("the recording does not have the sources of program %d", s.Program)}
	}
	source, known := l.sources[s.Stage]
	if !known {
		return &Unavailable{"the shader", fmt.Sprintf("program %d has no source for this stage in the recording", s.Program)}
	}
	set, err := e.fr.part.Call(source)
	if err != nil {
		return err
	}
	e.source, e.link = source, l.call
	if strings.HasPrefix(set.Function.Name, "glShaderSource") {
		e.log = append(e.log, replay.Log(readShader, share, uint32(set.Args[0].Bits)))
	}
	e.log = append(e.log, replay.Log(readProgram, share, s.Program))
	return nil
}

// around returns what is read around a call.
func (e *edit) around(c *file.Call) (out replay.Around) {
	if e.source >= 0 && c.Index == e.link {
		out.After = e.log
	}
	return out
}

// on receives a result.
func (e *edit) on(r *replay.Reading) (err error) {
	switch r.ID {
	case readImage:
		e.out.Image, err = images.Of(images.Moment{Frame: e.fr.number, Pass: -1, Draw: -1, Call: e.call}, images.Name(replay.Color), r)
	case readShader, readProgram:
		err = e.addLog(r)
	case readBegin, readEnd:
		e.times[r.ID-readBegin] = r.Time
	}
	return err
}

// addLog adds a log. It fails with errRejected if the status is not that of success.
func (e *edit) addLog(r *replay.Reading) error {
	if len(r.Words) < 4 {
		return &Unavailable{"the log of the compiler", r.Failure}
	}
	text := strings.TrimSpace(string(r.Words[4:]))
	if text != "" && e.out.Log != "" {
		text = "\n" + text
	}
	e.out.Log += text
	if binary.LittleEndian.Uint32(r.Words) != 1 {
		e.out.Failed = true
		if r.ID == readProgram {
			return errRejected
		}
	}
	return nil
}

// run replays the frame in a new player. Its time includes what the driver compiles when a shader is used first, for the recorded
// source and the new one.
func (e *edit) run(ctx context.Context, i *Inspector, source string) error {
	o := replay.Options{}
	if e.source >= 0 {
		o.Sources = map[int]string{e.source: source}
	}
	s := i.start(e.fr, o, e.around)
	defer s.end()
	from := replay.DefaultFramebuffer
	if e.fr.number < 0 {
		from = replay.DrawFramebuffer
	}
	then := []replay.Request{replay.Clock(readEnd, true), replay.Read(readImage, from, replay.Color)}
	return e.fr.refusal(s.run(ctx, &task{until: e.until, around: e.timed, then: then, on: e.on}))
}

// timed returns what is read around a call of the frame: the first one begins the time.
func (e *edit) timed(c *file.Call) replay.Around {
	out := e.around(c)
	if !e.begun {
		e.begun = true
		out.Before = []replay.Request{replay.Clock(readBegin, true)}
	}
	return out
}

// Edit replays the frame of a call with another source of a shader, in all programs that have the shader. The image is that of the
// default framebuffer before the swap, or of the draw framebuffer at the end of a recording without a swap. If the driver
// rejects the source, the error is nil, and Edited has the log.
func (i *Inspector) Edit(ctx context.Context, call int, shader Shader, source string) (out *Edited, err error) {
	err = i.with(ctx, call, func(ctx context.Context, fr *frame) error {
		until := fr.index(fr.To)
		if fr.number >= 0 {
			until = fr.index(fr.To - 1)
		}
		e := &edit{fr: fr, call: call, until: until, out: &Edited{Lines: []Message{}}}
		if err := e.find(ctx, shader); err != nil {
			return err
		}
		err := e.run(ctx, i, source)
		if err != nil && !errors.Is(err, errRejected) {
			return err
		}
		out = e.out
		out.Lines = messagesOf(out.Log)
		if out.Failed {
			return nil
		}
		out.After = e.times[1] - e.times[0]
		if fr.time == 0 {
			recorded := &edit{fr: fr, call: call, source: -1, until: until, out: &Edited{}}
			if err := recorded.run(ctx, i, ""); err != nil {
				return err
			}
			fr.time = recorded.times[1] - recorded.times[0]
		}
		out.Before = fr.time
		return nil
	})
	return out, err
}

// line is a line of a log: of Mesa, 0:3(7): error: text; of ANGLE and most drivers of devices, ERROR: 0:3: text; of NVIDIA,
// 0(3) : error text.
var line = regexp.MustCompile(`^(?:(?:ERROR|WARNING):\s*)?\d+[:(](\d+)\)?(?:\(\d+\))?\s*:\s*(.+)$`)

// messagesOf returns the messages of a log that are about lines.
func messagesOf(log string) []Message {
	out := []Message{}
	for text := range strings.Lines(log) {
		if m := line.FindStringSubmatch(strings.TrimSpace(text)); m != nil {
			if number, err := strconv.Atoi(m[1]); err == nil {
				out = append(out, Message{number, m[2]})
			}
		}
	}
	return out
}
