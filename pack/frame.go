package pack

import (
	"bufio"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"github.com/gleslayergen/gleslayergen/gen"
	"github.com/gleslayergen/gleslayergen/templates"
)

// The child answers in frames: a letter, a number, a length and that many bytes. The parent limits the
// lengths, because the child is not trusted.
const (
	frameFile  = 'f' // the number is the index of the file
	frameError = 'e' // a templates.Error as JSON; the last frame
	frameDone  = 'd' // the last frame
)

const (
	frameHead = 9
	maxError  = 64 << 10
)

func writeFrame(w io.Writer, kind byte, number int, content []byte) error {
	head := binary.BigEndian.AppendUint32([]byte{kind}, uint32(number))
	if _, err := w.Write(binary.BigEndian.AppendUint32(head, uint32(len(content)))); err != nil {
		return err
	}
	_, err := w.Write(content)
	return err
}

// answers collects the files of a task.
type answers struct {
	contents [][]byte // nil: not received yet
	done     bool
	rest     int64 // how many more bytes are allowed
}

// read reads frames up to the last one. It fails if the stream ends early or is invalid.
func (a *answers) read(r io.Reader) error {
	in := bufio.NewReaderSize(r, 64<<10)
	for !a.done {
		var head [frameHead]byte
		if _, err := io.ReadFull(in, head[:]); err != nil {
			return errEndedEarly
		}
		number, size := int(binary.BigEndian.Uint32(head[1:])), int64(binary.BigEndian.Uint32(head[5:]))
		if err := a.frame(in, head[0], number, size); err != nil {
			return err
		}
	}
	return nil
}

// errEndedEarly is returned for a stream that ends early. The exit status of the child has the reason.
var errEndedEarly = errors.New("the process that renders the template pack exited before it had sent all files")

// errInvalidData is returned for an invalid frame, which only a compromised child sends.
var errInvalidData = errors.New("the process that renders the template pack sent invalid data")

func (a *answers) frame(in io.Reader, kind byte, number int, size int64) error {
	switch kind {
	case frameFile:
		if number >= len(a.contents) || a.contents[number] != nil || size > gen.MaxFile {
			return errInvalidData
		}
		if a.rest -= size; a.rest < 0 {
			return errTooMuch
		}
		a.contents[number] = make([]byte, size)
		if _, err := io.ReadFull(in, a.contents[number]); err != nil {
			a.contents[number] = nil
			return errEndedEarly
		}
	case frameError:
		text, err := io.ReadAll(io.LimitReader(in, min(size, maxError)))
		fault := &templates.Error{}
		if err != nil || json.Unmarshal(text, fault) != nil {
			return errEndedEarly
		}
		return fault
	case frameDone:
		a.done = a.missing() < 0
	default:
		return errInvalidData
	}
	return nil
}

// errTooMuch is returned if the child sends more than the limit. The parent checks it, because the child is
// not trusted.
var errTooMuch = errors.New("the rendered files exceed the size limit")

// missing returns the index of the first missing file, or -1.
func (a *answers) missing() int {
	for i, content := range a.contents {
		if content == nil {
			return i
		}
	}
	return -1
}

func (l limits) tooMuch() string {
	return fmt.Sprintf("the rendered files exceed the limit of %d MiB in total", l.Bytes>>20)
}
