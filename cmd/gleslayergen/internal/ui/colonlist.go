package ui

// colonList is a flag whose value is a colon-separated list. Each further use of the flag appends to the list.
type colonList struct {
	list  *string
	given bool
}

// Colons returns a flag value that stores a colon-separated list in list.
func Colons(list *string) *colonList { return &colonList{list: list} }

func (c *colonList) String() string {
	if c.list == nil {
		return ""
	}
	return *c.list
}

// Set appends items.
func (c *colonList) Set(items string) error {
	if c.given {
		items = *c.list + ":" + items
	}
	*c.list, c.given = items, true
	return nil
}

// Type returns the name of the type in help.
func (c *colonList) Type() string { return "string" }
