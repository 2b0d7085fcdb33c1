package device

// The groups of the shell's user on every release, and of no app.
var shellGroups = []int{uidShell, 1004, 1007, 1011, 1015, 1028, 3001, 3002, 3003, 3006}

const (
	uidRoot   = 0
	uidSystem = 1000
	uidShell  = 2000
	userRange = 100000 // uids of one of Android's users
	allUsers  = -1
)

// A user is who a process runs as.
type user struct {
	uid     int
	context string // SELinux's
	pkg     string // the app whose user it is
}

func (u user) groups() []int {
	if u.uid == uidShell {
		return shellGroups
	}
	return []int{u.uid}
}

func (u user) name() string {
	switch {
	case u.uid == uidRoot:
		return "root"
	case u.uid == uidSystem:
		return "system"
	case u.uid == uidShell:
		return "shell"
	}
	return appUser(u.uid)
}

func ownerName(id int) string { return user{uid: id}.name() }
