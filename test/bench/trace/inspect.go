package main

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"time"

	"github.com/gleslayergen/gleslayergen/bench/measure"
	"github.com/gleslayergen/gleslayergen/trace/file"
	"github.com/gleslayergen/gleslayergen/trace/inspect"
	"github.com/gleslayergen/gleslayergen/trace/replay"
	"github.com/gleslayergen/gleslayergen/trace/replay/player"
)

// Questions about a call, in the scene of scene.c: frames of 1000 draws, five calls each.
const (
	drawsOfScene = 1000
	callsOfDraw  = 5
	firstImage   = "the framebuffer after a draw by replay, the first of a frame"
	laterImage   = "the same, later draws of the frame in any order, the slowest of 7"
	forwardImage = "the same, the last draw of the frame"
	pixelHistory = "the history of a pixel over 1,000 draws"
	firstEdit    = "a frame with an edited shader, the first time, which measures the recorded one too"
	shaderEdit   = "the same, later"
	laterImages  = 7
)

// inspect measures how long the viewer waits for answers by replay.
func (b *bench) inspect(ctx context.Context) error {
	program, err := b.Compile(ctx, "scene.c", "scene", "-lEGL", "-lGLESv2")
	if err != nil {
		return err
	}
	env := map[string]string{"EGL_PLATFORM": "surfaceless", "LIBGL_ALWAYS_SOFTWARE": "1"}
	var list []string
	for name, value := range env {
		if err := os.Setenv(name, value); err != nil { // of the player
			return err
		}
		list = append(list, name+"="+value)
	}
	recording := b.Path("scene.gltrace")
	frames := max(3, b.effort.calls/10/(drawsOfScene*callsOfDraw))
	if err := b.recordFor(ctx, recording, list, []string{program, fmt.Sprint(frames), fmt.Sprint(drawsOfScene)}); err != nil {
		return err
	}
	defer os.Remove(recording)
	limits := []measure.Limit{{What: firstImage, Most: 1500}, {What: laterImage, Most: 150}, {What: forwardImage, Most: 150},
		{What: pixelHistory, Most: 3000}, {What: firstEdit}, {What: shaderEdit, Most: 300}}
	_, err = b.report.Limits(ctx, measure.Turns{Title: "inspect", Rounds: b.turns}, limits,
		measure.Probe{Once: func(ctx context.Context) (measure.Values, error) { return askQuestions(ctx, recording, frames-1) }})
	return err
}

// askQuestions asks about a frame, and returns the times of the answers in milliseconds.
func askQuestions(ctx context.Context, recording string, frame int) (values measure.Values, err error) {
	f, err := file.OpenContext(ctx, recording)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	path, err := player.Maker{}.Player(ctx)
	if err != nil {
		return nil, err
	}
	p := replay.Player{Path: path, Args: []string{"--surface", "pbuffer"}, Output: os.Stderr}
	functions, err := p.Functions(ctx)
	if err != nil {
		return nil, err
	}
	i := inspect.New(f, p, functions, inspect.Options{})
	defer func() { err = errors.Join(err, i.Close()) }()
	var draws []int
	for c, err := range f.Calls(f.Frames()[frame-1].Last+1, f.Frames()[frame].Last) {
		if err != nil {
			return nil, err
		}
		if c.Function.IsDraw() {
			draws = append(draws, c.Index)
		}
	}
	values = measure.Values{}
	ask := func(what string, question func() error) {
		if err != nil {
			return
		}
		start := time.Now()
		err = question()
		values[what] = max(values[what], float64(time.Since(start).Microseconds())/1000)
	}
	image := func(draw int) func() error {
		return func() error {
			_, err := i.Attachment(ctx, draws[draw], replay.Color)
			return err
		}
	}
	ask(firstImage, image(len(draws)/2))
	for n := range laterImages {
		ask(laterImage, image(rand.IntN(len(draws))))
		if n == 0 {
			ask(forwardImage, image(len(draws)-1))
		}
	}
	ask(pixelHistory, func() error {
		_, err := i.History(ctx, draws[0], replay.Color, 620, 350)
		return err
	})
	program := uint32(0)
	for c, err := range f.Calls(0, draws[0]) {
		if err != nil {
			return nil, err
		}
		if c.Function.Name == "glUseProgram" {
			program = uint32(c.Args[0].Bits)
		}
	}
	edit := func() error {
		e, err := i.Edit(ctx, draws[0], inspect.Shader{Program: program, Stage: replay.FragmentShader}, editedSource)
		if err == nil && (e.Failed || e.Image == nil) {
			err = fmt.Errorf("the edited shader was not used: %s", e.Log)
		}
		return err
	}
	ask(firstEdit, edit)
	ask(shaderEdit, edit)
	return values, err
}

const editedSource = `#version 300 es
precision mediump float; uniform sampler2D image; in vec2 at; out vec4 color;
void main() { color = texture(image, at) * vec4(0.5, 1.0, 0.5, 1.0); }
`
