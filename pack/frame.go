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

// The child answers in frames: a letter, a number, a length and so many bytes. Its lengths are believed within limits only.
const (
	frameFile  = 'f' // the number is that of the file
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

// answers are what came of a task.
type answers struct {
	contents [][]byte // nil: not yet
	done     bool
	rest     int64 // how many bytes may still come
}

// read takes frames until the last one, or the stream ends or is not as it should be.
func (a *answers) read(r io.Reader) error {
	in := bufio.NewReaderSize(r, 64<<10)
	for !a.done {
		var head [frameHead]byte
		if _, err := io.ReadFull(in, head[:]); err != nil {
			return errBrokeOff
		}
		number, size := int(binary.BigEndian.Uint32(head[1:])), int64(binary.BigEndian.Uint32(head[5:]))
		if err := a.frame(in, head[0], number, size); err != nil {
			return err
		}
	}
	return nil
}

// errBrokeOff is a stream that ends too early; how the child ended says why.
var errBrokeOff = errors.New("the process that prints the pack broke off")

// errNonsense is what no child of ours says.
var errNonsense = errors.New("the process that prints the pack answers nonsense")

func (a *answers) frame(in io.Reader, kind byte, number int, size int64) error {
	switch kind {
	case frameFile:
		if number >= len(a.contents) || a.contents[number] != nil || size > gen.MaxFile {
			return errNonsense
		}
		if a.rest -= size; a.rest < 0 {
			return errTooMuch
		}
		a.contents[number] = make([]byte, size)
		if _, err := io.ReadFull(in, a.contents[number]); err != nil {
			a.contents[number] = nil
			return errBrokeOff
		}
	case frameError:
		text, err := io.ReadAll(io.LimitReader(in, min(size, maxError)))
		fault := &templates.Error{}
		if err != nil || json.Unmarshal(text, fault) != nil {
			return errBrokeOff
		}
		return fault
	case frameDone:
		a.done = a.missing() < 0
	default:
		return errNonsense
	}
	return nil
}

// errTooMuch is found by the parent, whatever the child thinks.
var errTooMuch = errors.New("too much")

// missing is the number of the first file that has not come, or -1.
func (a *answers) missing() int {
	for i, content := range a.contents {
		if content == nil {
			return i
		}
	}
	return -1
}

func (l limits) tooMuch() string {
	return fmt.Sprintf("the pack prints more than %d MB in all", l.Bytes>>20)
}
