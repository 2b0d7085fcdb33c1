package registry

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"time"
)

// Origin is the place where Khronos publishes one of the two files.
type Origin struct {
	Name string // gl.xml
	Raw  string // URL of the file, with %s for the revision
	Log  string // URL of its latest change as JSON, with %s for the revision
}

// Origins are the two Khronos repositories.
var Origins = []Origin{
	{"gl.xml", "https://raw.githubusercontent.com/KhronosGroup/OpenGL-Registry/%s/xml/gl.xml",
		"https://api.github.com/repos/KhronosGroup/OpenGL-Registry/commits?path=xml/gl.xml&per_page=1&sha=%s"},
	{"egl.xml", "https://raw.githubusercontent.com/KhronosGroup/EGL-Registry/%s/api/egl.xml",
		"https://api.github.com/repos/KhronosGroup/EGL-Registry/commits?path=api/egl.xml&per_page=1&sha=%s"},
}

// Fetched is a downloaded, checked registry.
type Fetched struct {
	Files    map[string][]byte // by name
	Manifest Manifest
	Registry *Registry
}

// Fetch downloads both files at a revision (a branch or tag) and checks them by decoding. If the
// server does not report a date, the date is empty; any other failure is an error.
func Fetch(ctx context.Context, client *http.Client, origins []Origin, revision string) (*Fetched, error) {
	if revision == "" || revision == "." || revision == ".." {
		return nil, fmt.Errorf("revision %q: expected a branch or tag", revision)
	}
	out := &Fetched{Files: map[string][]byte{}, Manifest: Manifest{Schema: 1}}
	decode := map[string]File{}
	for _, o := range origins {
		link := fmt.Sprintf(o.Raw, url.PathEscape(revision))
		data, err := get(ctx, client, link, maxXMLBytes)
		if err != nil {
			return nil, err
		}
		date := changeDate(ctx, client, fmt.Sprintf(o.Log, url.QueryEscape(revision)))
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		out.Files[o.Name] = data
		out.Manifest.Files = append(out.Manifest.Files,
			ManifestEntry{Name: o.Name, URL: link, Revision: revision, Date: date, SHA256: hashOf(data)})
		decode[o.Name] = File{Name: o.Name, Data: data, Date: date}
	}
	var err error
	if out.Registry, err = Decode(decode["gl.xml"], decode["egl.xml"]); err != nil {
		return nil, err
	}
	return out, nil
}

func get(ctx context.Context, client *http.Client, link string, limit int64) ([]byte, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, link, nil)
	if err != nil {
		return nil, err
	}
	resp, err := client.Do(req)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("%s: the server responded with %s", link, resp.Status)
	}
	data, err := io.ReadAll(io.LimitReader(resp.Body, limit+1))
	if err == nil && int64(len(data)) > limit {
		err = fmt.Errorf("the response is larger than the limit of %d MiB", limit>>20)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", link, err)
	}
	return data, nil
}

// changeDate returns the day of the latest change, or "" if the server does not report it.
func changeDate(ctx context.Context, client *http.Client, link string) string {
	data, err := get(ctx, client, link, 1<<20)
	if err != nil {
		return ""
	}
	var changes []struct {
		Commit struct {
			Committer struct{ Date time.Time }
		}
	}
	if json.Unmarshal(data, &changes) != nil || len(changes) == 0 || changes[0].Commit.Committer.Date.IsZero() {
		return ""
	}
	return changes[0].Commit.Committer.Date.UTC().Format(time.DateOnly)
}
