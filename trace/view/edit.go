package view

import (
	"encoding/json"
	"fmt"
	"mime/multipart"
	"net/http"

	"github.com/gleslayergen/gleslayergen/internal/localpage"
	"github.com/gleslayergen/gleslayergen/trace/images"
	"github.com/gleslayergen/gleslayergen/trace/inspect"
)

// longestSource is the maximum size of a request with the source of a shader.
const longestSource = 2 << 20

// edit is a request for a frame with another source of a shader.
type edit struct {
	Call    int    `json:"call"`
	Program uint32 `json:"program"`
	Stage   string `json:"stage"` // GL_VERTEX_SHADER and so on
	Source  string `json:"source"`
}

// stages are the values of the types of shaders.
var stages = map[string]uint32{
	"GL_VERTEX_SHADER": 0x8B31, "GL_FRAGMENT_SHADER": 0x8B30, "GL_COMPUTE_SHADER": 0x91B9,
	"GL_GEOMETRY_SHADER": 0x8DD9, "GL_TESS_CONTROL_SHADER": 0x8E88, "GL_TESS_EVALUATION_SHADER": 0x8E87,
}

// replayEdit replays the frame of a call with another source of a shader. The answer is a form: the field "result" has the times or the
// log, and the file "image" the pixels of the frame, if there are any.
func (s *Server) replayEdit(w http.ResponseWriter, r *http.Request, _ *query) error {
	var e edit
	if err := localpage.Decode(r, &e); err != nil {
		return err
	}
	stage, known := stages[e.Stage]
	switch {
	case e.Call < 0 || e.Call >= s.file.Len():
		return localpage.Bad(fmt.Sprintf("call %d out of range: the recording has %d calls", e.Call, s.file.Len()))
	case !known:
		return localpage.Bad(fmt.Sprintf("stage %.99q: not the type of a shader, such as GL_VERTEX_SHADER", e.Stage))
	}
	result, err := s.o.Inspector.Edit(r.Context(), e.Call, inspect.Shader{Program: e.Program, Stage: stage}, e.Source)
	if err != nil {
		return err
	}
	if !s.enter(r) {
		return r.Context().Err()
	}
	defer s.leave()
	return sendEdited(w, *result)
}

// sendEdited writes the form of an edited frame.
func sendEdited(w http.ResponseWriter, result inspect.Edited) (err error) {
	var pixels []byte
	if image := result.Image; image != nil {
		if pixels, err = encodePixels(image); err != nil {
			return err
		}
	}
	result.Image = (*images.Image)(nil)
	text, err := json.Marshal(result)
	if err != nil {
		return err
	}
	form := multipart.NewWriter(w)
	w.Header().Set("Content-Type", form.FormDataContentType())
	_ = form.WriteField("result", string(text))
	if pixels != nil {
		if part, err := form.CreateFormFile("image", "image"); err == nil {
			_, _ = part.Write(pixels)
		}
	}
	_ = form.Close()
	return nil
}
