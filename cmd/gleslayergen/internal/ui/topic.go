package ui

// Topic is a page of explain.
type Topic struct {
	ID    string   `json:"id"`
	Title string   `json:"title"`
	Text  string   `json:"text"`
	See   []string `json:"see"`
}

// NewTopic returns a topic. see lists the IDs of related topics.
func NewTopic(id, title, text string, see []string) Topic { return Topic{id, title, text, see} }
