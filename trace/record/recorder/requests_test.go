//go:build linux

package recorder_test

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"io"
	"math"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"google.golang.org/protobuf/proto"

	"github.com/gleslayergen/gleslayergen/trace/format/tracepb"
)

// reader is the recorder's C code that reads requests, compiled with a sanitizer.
type reader struct {
	in  io.Writer
	out *bufio.Reader
}

func newReader(f *testing.F) *reader {
	f.Helper()
	cmd := exec.Command(program(f, "gcc", "-fsanitize=address,undefined", "-fno-sanitize-recover=all"), "requests", "0")
	cmd.Env = []string{"GLTRACE_FOLDER=" + filepath.Join(f.TempDir(), "trace")}
	in, err := cmd.StdinPipe()
	if err != nil {
		f.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		f.Fatal(err)
	}
	var printed bytes.Buffer
	cmd.Stderr = &printed
	if err := cmd.Start(); err != nil {
		f.Fatal(err)
	}
	f.Cleanup(func() {
		in.Close()
		if err := cmd.Wait(); err != nil {
			f.Errorf("%v\n%s", err, printed.String())
		}
	})
	return &reader{in, bufio.NewReader(out)}
}

// read returns the request that the recorder decoded, or nil for invalid data.
func (r *reader) read(request []byte) (*tracepb.Command, error) {
	if _, err := r.in.Write(append(binary.NativeEndian.AppendUint32(nil, uint32(len(request))), request...)); err != nil {
		return nil, err
	}
	line, err := r.out.ReadString('\n')
	if err != nil || line == ".\n" {
		return nil, err
	}
	fields := strings.Split(strings.TrimSuffix(line, "\n"), " ")
	if len(fields) != 3 {
		return nil, fmt.Errorf("the program printed %q", line)
	}
	command := &tracepb.Command{Stop: fields[0] == "1"}
	if command.Nonce, err = hex.DecodeString(fields[1]); err != nil {
		return nil, err
	}
	options, err := hex.DecodeString(fields[2])
	if err == nil {
		command.Options = &tracepb.Options{}
		err = proto.Unmarshal(options, command.Options)
	}
	return command, err
}

// FuzzRequest: no request makes the recorder read out of bounds, and it decodes what protobuf encodes.
func FuzzRequest(f *testing.F) {
	add := func(c *tracepb.Command) {
		b, err := proto.Marshal(c)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(b)
	}
	nonce := []byte("0123456789abcdef")
	add(&tracepb.Command{Nonce: nonce, Stop: true})
	add(&tracepb.Command{Nonce: nonce, Options: &tracepb.Options{Recording: true, Untimed: true, FrameImages: true, NoBuffers: true, ImageSize: math.MaxUint32}})
	add(&tracepb.Command{Nonce: nonce[:15], Options: &tracepb.Options{Block: true, DrawImages: true, NoTextures: true, NoArrays: true, Errors: true, NoBinaries: true}})
	r := newReader(f)
	f.Fuzz(func(t *testing.T, request []byte) {
		got, err := r.read(request)
		if err != nil {
			t.Fatalf("%x: %v", request, err)
		}
		want := &tracepb.Command{}
		if (proto.UnmarshalOptions{DiscardUnknown: true}).Unmarshal(request, want) != nil {
			return
		}
		if again, err := proto.Marshal(want); err != nil || !bytes.Equal(again, request) {
			return // repeated fields, or fields of later versions
		}
		if len(want.Nonce) != len(nonce) {
			want.Nonce = nil // invalid
		}
		if want.Options == nil {
			want.Options = &tracepb.Options{}
		}
		if !proto.Equal(got, want) {
			t.Errorf("%x: decoded as %v, expected %v", request, got, want)
		}
	})
}
