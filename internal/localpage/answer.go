package localpage

import (
	"encoding/json"
	"errors"
	"mime"
	"net/http"
	"runtime/debug"
)

// Fault is an error that the request caused. The page shows its text.
type Fault struct {
	Status int
	Text   string
}

func (f *Fault) Error() string { return f.Text }

// NewFault returns a Fault as an error.
func NewFault(status int, text string) error { return &Fault{status, text} }

// Bad returns the error for an invalid request.
func Bad(text string) error { return NewFault(http.StatusBadRequest, text) }

// Handle returns a handler that answers with the result of f as JSON.
func Handle(f func(*http.Request) (any, error)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		answer, err := f(r)
		if err != nil {
			Fail(w, err)
			return
		}
		Send(w, http.StatusOK, answer)
	}
}

// Send writes JSON. Texts of files and devices occur only as data.
func Send(w http.ResponseWriter, status int, answer any) {
	body, err := json.Marshal(answer)
	if err != nil {
		status = http.StatusInternalServerError
		body, _ = json.Marshal(failure{Error: "internal error: cannot encode the response as JSON: " + err.Error()})
	}
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_, _ = w.Write(body)
}

// failure is the answer for an error.
type failure struct {
	Error string `json:"error"`
	Hint  string `json:"hint,omitempty"` // what to do
}

// Fail writes an error, with its hint if it has one. Errors other than a Fault are caused by what the page shows.
func Fail(w http.ResponseWriter, err error) {
	status, answer := http.StatusUnprocessableEntity, failure{Error: err.Error()}
	var f *Fault
	if errors.As(err, &f) {
		status = f.Status
	}
	var advised interface{ Hint() string }
	if errors.As(err, &advised) {
		answer.Hint = advised.Hint()
	}
	Send(w, status, answer)
}

// Decode decodes the JSON body of a request. Pages of other origins cannot send its content type without permission.
func Decode(r *http.Request, to any) error {
	if kind, _, _ := mime.ParseMediaType(r.Header.Get("Content-Type")); kind != "application/json" {
		return NewFault(http.StatusUnsupportedMediaType, "the content type must be application/json")
	}
	d := json.NewDecoder(r.Body)
	d.DisallowUnknownFields()
	if err := d.Decode(to); err != nil {
		return Bad("invalid JSON: " + err.Error())
	}
	return nil
}

// Contain recovers from a panic in next, which then fails only this answer. command runs the server, for the message.
func Contain(next http.Handler, command string, log func(format string, args ...any)) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		defer func() {
			if p := recover(); p == http.ErrAbortHandler {
				panic(p)
			} else if p != nil {
				log("%s: %v\n%s", r.URL.Path, p, debug.Stack())
				Send(w, http.StatusInternalServerError, failure{Error: `internal error: see the details in the terminal that runs "` + command + `"`})
			}
		}()
		next.ServeHTTP(w, r)
	})
}
