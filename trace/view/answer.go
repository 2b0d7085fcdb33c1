package view

import (
	"encoding/json"
	"errors"
	"net/http"
	"runtime/debug"
)

// fault is an error that the request caused. The page shows its text.
type fault struct {
	status int
	text   string
}

func (f *fault) Error() string { return f.text }

func bad(text string) error     { return &fault{http.StatusBadRequest, text} }
func missing(text string) error { return &fault{http.StatusNotFound, text} }

// get returns a handler that answers with the result of f as JSON.
func get(f func(*http.Request) (any, error)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		answer, err := f(r)
		if err != nil {
			fail(w, err)
			return
		}
		send(w, http.StatusOK, answer)
	}
}

// send writes JSON. Texts of the recording occur only as data.
func send(w http.ResponseWriter, status int, answer any) {
	body, err := json.Marshal(answer)
	if err != nil {
		status = http.StatusInternalServerError
		body, _ = json.Marshal(map[string]string{"error": "internal error: cannot encode the response as JSON: " + err.Error()})
	}
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_, _ = w.Write(body)
}

// fail writes an error. Errors other than a fault are caused by the recording.
func fail(w http.ResponseWriter, err error) {
	status := http.StatusUnprocessableEntity
	var f *fault
	if errors.As(err, &f) {
		status = f.status
	}
	send(w, status, map[string]string{"error": err.Error()})
}

// contain recovers from a panic: a recording that causes one loses only this answer.
func (s *Server) contain(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		defer func() {
			if p := recover(); p == http.ErrAbortHandler {
				panic(p)
			} else if p != nil {
				s.o.Log("%s: %v\n%s", r.URL.Path, p, debug.Stack())
				send(w, http.StatusInternalServerError, map[string]string{"error": `internal error of the viewer: see the details in the terminal that runs "gleslayergen trace view"`})
			}
		}()
		next.ServeHTTP(w, r)
	})
}
