package apitrace

import (
	"bufio"
	"fmt"
	"io"
)

// parser parses an apitrace trace: the output of apitrace's tools rounds floats and loses bytes of strings.
type parser struct {
	source
	functions map[uint64]*signature
	known     map[kindOf]bool // enumerations that were defined
	entered   map[uint64]*Call
	calls     int
}

type signature struct {
	name string
	args []string
}

type kindOf struct {
	of byte
	id uint64
}

// version is the supported version of the format.
const version = 6

// Events, and details of a call.
const (
	enter = 0
	leave = 1

	end    = 0
	arg    = 1
	result = 2
	flags  = 5

	fakeFlag = 1
)

// ParseTrace calls visit for each call of a trace, in the order in which they ended. It fails with
// io.ErrUnexpectedEOF if the trace is truncated.
func ParseTrace(r io.Reader, visit func(*Call) error) error {
	in, err := openChunks(bufio.NewReader(r))
	if err != nil {
		return err
	}
	p := &parser{source: source{in: in}, functions: map[uint64]*signature{}, known: map[kindOf]bool{}, entered: map[uint64]*Call{}}
	p.header()
	for p.err == nil {
		if _, err := in.Peek(1); err == io.EOF {
			return nil
		} else if err != nil {
			return err
		}
		if call := p.event(); call != nil && p.err == nil {
			p.err = visit(call)
		}
	}
	return p.err
}

// header skips the properties of a trace.
func (p *parser) header() {
	if n := p.uint(); n != version && p.err == nil {
		p.fail(fmt.Errorf("version %d of apitrace's format, not %d", n, version))
	}
	p.uint() // version of the meaning of calls
	for p.text() != "" {
		p.text()
	}
}

// event returns a call when it ends.
func (p *parser) event() *Call {
	switch code := p.byte(); code {
	case enter:
		thread := uint32(p.uint())
		s := p.function()
		call := &Call{No: p.calls, Thread: thread, Name: s.name, Args: make([]Arg, len(s.args))}
		for i, name := range s.args {
			call.Args[i].Name = name
		}
		p.entered[uint64(p.calls)] = call
		p.calls++
		p.details(call)
	case leave:
		no := p.uint()
		call := p.entered[no]
		if call == nil {
			p.fail(fmt.Errorf("call %d ends, and has not begun", no))
			return nil
		}
		delete(p.entered, no)
		p.details(call)
		return call
	default:
		p.fail(fmt.Errorf("event %d", code))
	}
	return nil
}

func (p *parser) function() *signature {
	id := p.uint()
	s := p.functions[id]
	if s == nil {
		s = &signature{name: p.text()}
		for n := p.uint(); n > 0 && p.err == nil; n-- {
			s.args = append(s.args, p.text())
		}
		p.functions[id] = s
	}
	return s
}

func (p *parser) details(call *Call) {
	for p.err == nil {
		switch code := p.byte(); code {
		case end:
			return
		case arg:
			at := p.uint()
			if value := p.value(); at < uint64(len(call.Args)) {
				call.Args[at].Value = value
			} else {
				p.fail(fmt.Errorf("%s has no argument %d", call.Name, at))
			}
		case result:
			call.Result = p.value()
		case flags:
			call.Fake = p.uint()&fakeFlag != 0
		default:
			p.fail(fmt.Errorf("detail %d of %s", code, call.Name))
		}
	}
}
