package replay

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"errors"
	"io"
	"os"
)

// Prepared is a script in a file, which the player reads itself. Close it after use.
type Prepared struct {
	facts
	file *os.File
}

// facts is what a prepared script says about its recording. It follows the script in the file, with its size and preparedMagic.
type facts struct {
	Digest          []byte    `json:"digest"` // of the recording
	LeftOut         []LeftOut `json:"left_out"`
	LeftOutOfFrames int       `json:"left_out_of_frames"` // as Script.LeftOutOfFrames
	Snapshot        int       `json:"snapshot"`           // as Script.Snapshot; -1: the script begins with the first call
	Unused          Unused    `json:"unused"`             // as Script.Unused
	Missing         string    `json:"missing"`            // as Script.Missing
}

// preparedMagic ends the file of a prepared script. A file that was not written completely does not have it.
const preparedMagic = "GLPREP\x00\x01"

const (
	tailSize = 8 + len(preparedMagic)
	maxFacts = 1 << 20 // bytes
)

var errPrepared = errors.New("not a prepared script")

// Close closes the file.
func (p *Prepared) Close() error { return p.file.Close() }

// writeFacts writes what follows the script.
func writeFacts(w io.Writer, of *facts) error {
	text, err := json.Marshal(of)
	if err != nil {
		return err
	}
	if len(text) > maxFacts {
		return errPrepared
	}
	text = binary.LittleEndian.AppendUint64(text, uint64(len(text)))
	_, err = w.Write(append(text, preparedMagic...))
	return err
}

// readPrepared reads the facts of a prepared script. The player begins at the position of the file, which stays at its start.
func readPrepared(file *os.File) (*Prepared, error) {
	info, err := file.Stat()
	if err != nil {
		return nil, err
	}
	tail, end := make([]byte, tailSize), info.Size()-int64(tailSize)
	if end < 0 {
		return nil, errPrepared
	}
	if _, err := file.ReadAt(tail, end); err != nil {
		return nil, err
	}
	size := binary.LittleEndian.Uint64(tail)
	if !bytes.Equal(tail[8:], []byte(preparedMagic)) || size > maxFacts || int64(size) > end {
		return nil, errPrepared
	}
	text := make([]byte, size)
	if _, err := file.ReadAt(text, end-int64(size)); err != nil {
		return nil, err
	}
	p := &Prepared{file: file}
	return p, json.Unmarshal(text, &p.facts)
}
