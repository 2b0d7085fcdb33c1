package device

import (
	"slices"
	"strconv"
	"strings"
)

// parseUserFlag takes --user out of the arguments.
func (p *process) parseUserFlag(args []string) (user int, rest []string, ok bool) {
	user = p.device.currentUser()
	for i := 0; i < len(args); i++ {
		word, value, joined := strings.Cut(args[i], "=")
		if word != "--user" {
			rest = append(rest, args[i])
			continue
		}
		if !joined {
			if i++; i == len(args) {
				return 0, nil, false
			}
			value = args[i]
		}
		switch n, err := strconv.Atoi(value); {
		case value == "current" || value == "cur" || value == "all":
		case err != nil || !p.device.hasUser(n):
			return 0, nil, false
		default:
			user = n
		}
	}
	return user, rest, true
}

func (d *Device) currentUser() int {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.user
}

func (d *Device) users() []int { return append([]int{0}, d.options.Users...) }

func (d *Device) hasUser(n int) bool { return slices.Contains(d.users(), n) }
