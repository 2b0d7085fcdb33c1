package file

// pageLength is the number of elements of a page.
const pageLength = 1 << 12

// pages is a list that grows without copying more than a page of its elements.
type pages[T any] struct {
	all [][]T
	n   int
}

// add appends an element.
func (p *pages[T]) add(v T) {
	if p.n%pageLength == 0 {
		p.all = append(p.all, nil) // append grows it: most lists are short
	}
	last := len(p.all) - 1
	p.all[last] = append(p.all[last], v)
	p.n++
}

// at returns element i.
func (p *pages[T]) at(i int) *T { return &p.all[i/pageLength][i%pageLength] }

// last returns the last element, or nil if there is none.
func (p *pages[T]) last() *T {
	if p.n == 0 {
		return nil
	}
	return p.at(p.n - 1)
}
