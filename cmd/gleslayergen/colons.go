package main

// colonList is a flag whose value is a list with colons between its items. Given again, it goes on with the list: what
// was named first must not be lost without a word.
type colonList struct {
	list  *string
	given bool
}

func colons(list *string) *colonList { return &colonList{list: list} }

func (c *colonList) String() string {
	if c.list == nil {
		return ""
	}
	return *c.list
}

// Set adds to the list.
func (c *colonList) Set(items string) error {
	if c.given {
		items = *c.list + ":" + items
	}
	*c.list, c.given = items, true
	return nil
}

// Type is what help calls the value.
func (c *colonList) Type() string { return "string" }
