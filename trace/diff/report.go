package diff

import "time"

// Report is the result of a comparison.
type Report struct {
	Mode       Mode    `json:"mode"`
	Equal      bool    `json:"equal"`      // no difference was found
	Calls      int     `json:"calls"`      // pairs of calls that were compared
	NotPlayed  int     `json:"not_played"` // calls of A that B does not have on purpose
	Missing    int     `json:"missing"`    // calls of A that B lacks
	Additional int     `json:"additional"` // calls of B that A lacks
	Inputs     int     `json:"inputs"`     // arguments that differ
	Lacking    int     `json:"lacking"`    // arguments that are not compared, because a recording lacks the data
	Errors     int     `json:"errors"`     // calls with different GL errors
	Answers    Answers `json:"answers"`
	Images     Images  `json:"images"`

	ErrorsCompared bool         `json:"errors_compared"` // both recordings have GL errors
	Differences    []Difference `json:"differences"`     // the first ones, in the order of A; at most three of an argument or answer
	Counts         []Count      `json:"counts"`          // arguments, answers and errors that differ, most frequent first
	Frames         []Frame      `json:"frames"`
	GPU            []GPU        `json:"gpu"` // functions with GPU times in both recordings
	Passes         []Pass       `json:"passes"`
	Surfaces       []Surface    `json:"surfaces"` // properties in which surfaces differ; not a difference
}

// Total returns the number of differences, of which Differences has the first ones.
func (r *Report) Total() int {
	total := r.Images.Different + r.Images.Lacking + r.Images.Lost
	for _, c := range r.Counts {
		total += c.Count
	}
	return total
}

// Answers counts the results and the data that the driver wrote.
type Answers struct {
	Exact       int `json:"exact"`        // equal, or equal within the tolerance
	Relation    int `json:"relation"`     // names and handles that refer to the same object
	Ignored     int `json:"ignored"`      // not compared, as answers.tsv says, or different in frames that do not count or after GL errors
	NotCaptured int `json:"not_captured"` // not compared, because a recording lacks the data
	Different   int `json:"different"`
}

// Kind says what differs.
type Kind string

// The kinds.
const (
	KindCalls   Kind = "calls"   // other functions, or calls that are missing or additional
	KindInput   Kind = "input"   // an argument
	KindAnswer  Kind = "answer"  // a result, or data that the driver wrote
	KindError   Kind = "error"   // the GL error
	KindContext Kind = "context" // the current context
	KindImage   Kind = "image"   // the image of a frame or draw

	KindNoImage Kind = "no image" // the image of a frame or draw that only one recording has, or that was lost
)

// Difference is a difference between two calls.
type Difference struct {
	Kind      Kind   `json:"kind"`
	Frame     int    `json:"frame"` // of A; -1 after the last frame
	Thread    uint32 `json:"thread"`
	A         int    `json:"a"` // index of the call in A; -1 for none
	B         int    `json:"b"` // index of the call in B; -1 for none
	Function  string `json:"function"`
	Parameter string `json:"parameter,omitempty"` // "" for the result
	TextA     string `json:"text_a"`
	TextB     string `json:"text_b"`

	Missing    int `json:"missing,omitempty"`    // calls of A that B lacks here
	Additional int `json:"additional,omitempty"` // calls of B that A lacks here

	UntilSwap bool `json:"until_swap,omitempty"` // no calls of the thread are compared until the next swap
}

// Count is the number of differences of an argument, an answer or an error.
type Count struct {
	Kind      Kind   `json:"kind"`
	Function  string `json:"function"`
	Parameter string `json:"parameter,omitempty"` // "" for the result
	Count     int    `json:"count"`
}

// Frame compares a frame of A with the frame of B that ends with the same swap.
type Frame struct {
	A         int           `json:"a"` // number of the frame
	B         int           `json:"b"`
	Thread    uint32        `json:"thread"`
	Calls     int           `json:"calls"`     // pairs that were compared
	Different int           `json:"different"` // differences of calls, arguments, answers and errors
	TimeA     time.Duration `json:"time_a"`    // ns, as all times
	TimeB     time.Duration `json:"time_b"`
	GPUA      time.Duration `json:"gpu_a,omitempty"`
	GPUB      time.Duration `json:"gpu_b,omitempty"`
	Image     *ImageResult  `json:"image,omitempty"` // absent if one of the frames has no image
}
