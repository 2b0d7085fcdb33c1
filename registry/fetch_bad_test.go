package registry

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"testing"
)

func status(code int) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) { http.Error(w, "no", code) }
}

func body(text string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, text) }
}

// cut announces more bytes than it sends.
func cut(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Length", fmt.Sprint(len(goodGL)))
	fmt.Fprint(w, goodGL[:100])
}

// huge sends an endless response.
func huge(w http.ResponseWriter, _ *http.Request) {
	block := bytes.Repeat([]byte(" "), 1<<20)
	for {
		if _, err := w.Write(block); err != nil {
			return
		}
	}
}

func TestFetchFails(t *testing.T) {
	for name, c := range map[string]struct {
		file    string
		handler http.HandlerFunc
		want    string
	}{
		"404":            {"gl.xml", status(404), "/GL/main/xml/gl.xml: the server responded with 404 Not Found"},
		"500":            {"egl.xml", status(500), "/EGL/main/api/egl.xml: the server responded with 500 Internal Server Error"},
		"204":            {"gl.xml", func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(204) }, "responded with 204"},
		"empty":          {"gl.xml", body(""), "gl.xml:1: no <registry> element"},
		"cut":            {"gl.xml", cut, "/GL/main/xml/gl.xml: unexpected EOF"},
		"huge":           {"egl.xml", huge, "/EGL/main/api/egl.xml: the response is larger than the limit of 64 MiB"},
		"malformed":      {"gl.xml", body("<registry>\n<types>"), "gl.xml:2: <types>: the file ends inside an element"},
		"a page":         {"egl.xml", body("<!DOCTYPE html><html></html>"), "egl.xml:1: <html>: expected <registry>"},
		"the other file": {"egl.xml", body(goodGL), "egl.xml:21: the file defines no commands or no versions of egl"},
	} {
		t.Run(name, func(t *testing.T) {
			s := newServer(t, map[string]http.HandlerFunc{c.file: c.handler})
			got, err := s.fetch(t.Context(), "main")
			if got != nil || err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("%v, want %s", err, c.want)
			}
		})
	}
}

// TestFetchWithoutDate checks that a date that the server does not report is empty and that everything else
// is complete.
func TestFetchWithoutDate(t *testing.T) {
	for name, log := range map[string]http.HandlerFunc{
		"404":          status(404),
		"rate limit":   status(403),
		"no JSON":      body("<html>"),
		"an object":    body(`{"message": "API rate limit exceeded"}`),
		"no change":    body("[]"),
		"no commit":    body("[{}]"),
		"no date":      body(`[{"commit": {"committer": {"date": "yesterday"}}}]`),
		"another type": body(`[{"commit": 3}]`),
		"cut":          cut,
	} {
		t.Run(name, func(t *testing.T) {
			s := newServer(t, map[string]http.HandlerFunc{"log/gl.xml": log})
			got, err := s.fetch(t.Context(), "main")
			if err != nil {
				t.Fatal(err)
			}
			if gl, egl := got.Manifest.Files[0], got.Manifest.Files[1]; gl.Date != "" || egl.Date != "2026-05-07" {
				t.Errorf("%+v and %+v", gl, egl)
			}
		})
	}
}

// TestFetchIsCancelled cancels the context before and during each request.
func TestFetchIsCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	s := newServer(t, nil)
	if got, err := s.fetch(ctx, "main"); got != nil || !errors.Is(err, context.Canceled) || len(s.asked) > 0 {
		t.Errorf("before: %v, asked for %q", err, s.asked)
	}
	for _, at := range []string{"gl.xml", "log/gl.xml", "egl.xml", "log/egl.xml"} {
		ctx, cancel := context.WithCancel(t.Context())
		s := newServer(t, map[string]http.HandlerFunc{at: func(_ http.ResponseWriter, r *http.Request) {
			cancel()
			<-r.Context().Done()
		}})
		if got, err := s.fetch(ctx, "main"); got != nil || !errors.Is(err, context.Canceled) {
			t.Errorf("at %s: %v", at, err)
		}
	}
}

func TestFetchNobodyThere(t *testing.T) {
	s := newServer(t, nil)
	s.Close()
	if got, err := s.fetch(t.Context(), "main"); got != nil || err == nil || !strings.Contains(err.Error(), "/GL/main/xml/gl.xml") {
		t.Errorf("%v", err)
	}
	if _, err := Fetch(t.Context(), http.DefaultClient, []Origin{{"gl.xml", "://%s", ""}}, "main"); err == nil {
		t.Error("an address that is none")
	}
}
