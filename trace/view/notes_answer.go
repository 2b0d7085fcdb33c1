package view

import (
	"fmt"
	"net/http"

	"github.com/gleslayergen/gleslayergen/internal/localpage"
)

// notesAnswer has all notes. A problem is why notes cannot be read or saved.
type notesAnswer struct {
	Notes   []note `json:"notes"`
	Problem string `json:"problem,omitempty"`
}

// getNotes returns the notes of the recording. A damaged file is a problem only for notes.
func (s *Server) getNotes(*http.Request) (any, error) {
	all, err := s.notes.read()
	answer := notesAnswer{Notes: all}
	if err != nil {
		answer.Problem = err.Error()
	}
	return answer, nil
}

// noteChange is a request to save a note, or to remove it if the text is null.
type noteChange struct {
	Call int     `json:"call"`
	Text *string `json:"text"`
}

func (s *Server) changeNote(r *http.Request) (any, error) {
	var c noteChange
	if err := localpage.Decode(r, &c); err != nil {
		return nil, err
	}
	if c.Call < 0 || c.Call >= s.file.Len() {
		return nil, localpage.Bad(fmt.Sprintf("call %d out of range: the recording has %d calls", c.Call, s.file.Len()))
	}
	all, err := s.notes.change(c.Call, c.Text)
	return notesAnswer{Notes: all}, err
}
