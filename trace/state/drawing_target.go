package state

import (
	"context"
	"strings"
)

// FramebufferUse is a framebuffer with its attachments.
type FramebufferUse struct {
	Object      *Link        `json:"object,omitempty"` // nil for the surface
	Attachments []Attachment `json:"attachments"`
	Surface     uint64       `json:"-"`
	Read        string       `json:"-"` // attachment that images of the framebuffer show
}

// Attachment is an image of a framebuffer.
type Attachment struct {
	Point   string `json:"point"` // GL_COLOR_ATTACHMENT0; for a surface, GL_BACK
	Object  *Link  `json:"object,omitempty"`
	Level   int64  `json:"level,omitempty"`
	Layer   int64  `json:"layer,omitempty"`
	Width   int64  `json:"width,omitempty"`
	Height  int64  `json:"height,omitempty"`
	Format  string `json:"format,omitempty"`
	Written int    `json:"-"` // last call that wrote the texture level; -1 for none that can be shown
}

// Same reports whether two attachments are one image.
func (a *Attachment) Same(b *Attachment) bool {
	if a.Object == nil || b.Object == nil {
		return a.Object == b.Object && a.Point == b.Point
	}
	return a.Object.Ref == b.Object.Ref && a.Level == b.Level && a.Layer == b.Layer
}

// Framebuffer returns the draw framebuffer after a call.
func (s *State) Framebuffer(ctx context.Context, call int) (*FramebufferUse, error) {
	in, err := s.scope(ctx, call)
	if err != nil {
		return nil, err
	}
	return in.framebuffer("GL_DRAW_FRAMEBUFFER"), nil
}

func (s *scope) framebuffer(binding string) *FramebufferUse {
	name, _ := s.context.number(word("framebuffer bindings"), word(binding))
	if name == 0 {
		surface, _ := s.root.number(threadsKey, number(s.call.Thread), word("draw surface"))
		return &FramebufferUse{Attachments: []Attachment{{Point: "GL_BACK", Written: -1}}, Surface: surface, Read: "GL_BACK"}
	}
	use := &FramebufferUse{Object: s.link("framebuffer", name), Attachments: []Attachment{}, Read: "GL_COLOR_ATTACHMENT0"}
	f := s.find("framebuffer", name)
	if read := s.textAt(f, word("read buffer")); read != "" {
		use.Read = read
	}
	all := f.at(word("attachments"))
	if all == nil {
		return use
	}
	for _, k := range s.sorted(all, all) {
		use.Attachments = append(use.Attachments, s.attachment(k.name, all.kids[k]))
	}
	return use
}

func (s *scope) attachment(point string, n *node) Attachment {
	name, target := uint64(n.whole("name")), uint32(n.whole("target"))
	a := Attachment{Point: point, Level: n.whole("level"), Layer: n.whole("layer") + faceOf(target), Written: -1}
	if strings.HasSuffix(s.textAt(n, word("type")), "RENDERBUFFER") {
		a.Object = s.link("renderbuffer", name)
		of := s.find("renderbuffer", name)
		a.Width, a.Height, a.Format = of.whole("width"), of.whole("height"), s.textAt(of, word("internal format"))
		return a
	}
	a.Object = s.link("texture", name)
	l := s.find("texture", name).at(word("levels"), number(a.Level))
	a.Width, a.Height, a.Format = l.whole("width"), l.whole("height"), s.textAt(l, word("internal format"))
	if c := l.at(word("contents")); c != nil && c.pieces != nil && c.pieces.image.shows() == nil {
		a.Written = int(c.value.one)
	}
	return a
}
