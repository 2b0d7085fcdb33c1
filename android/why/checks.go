package why

// outcome is what a check found.
type outcome struct {
	state    State
	what     string // for answers other than no, whose words the row has
	evidence []string
	fill     placeholders
}

func ok(what string, evidence ...string) outcome { return outcome{OK, what, evidence, nil} }

func open(what string, evidence ...string) outcome { return outcome{Open, what, evidence, nil} }

func skipped(what string) outcome { return outcome{Skipped, what, nil, nil} }

func fails(fill placeholders, evidence ...string) outcome { return outcome{Fails, "", evidence, fill} }

// naming fills in more words, where the answer is open.
func (o outcome) naming(fill placeholders) outcome {
	o.fill = fill
	return o
}

// checks answer the questions of tree.tsv.
var checks = map[string]func(*evaluation) outcome{
	"android":   (*evaluation).checkAndroid,
	"installed": (*evaluation).checkInstalled,

	"allowed":    (*evaluation).checkAllowed,
	"enabled":    (*evaluation).checkEnabled,
	"named":      (*evaluation).checkNamed,
	"list":       (*evaluation).checkList,
	"asked":      (*evaluation).checkAsked,
	"empty-name": (*evaluation).checkEmptyName,

	"crash":       (*evaluation).checkCrash,
	"package":     (*evaluation).checkPackage,
	"visible":     (*evaluation).checkVisible,
	"package-abi": (*evaluation).checkPackageABI,

	"embedded": checkLoss("embedded"),
	"narrow":   checkLoss("narrow"),
	"place":    checkLoss("place"),
	"spelling": checkLoss("spelling"),
	"found":    checkLoss("found"),

	"folder":       (*evaluation).checkFolder,
	"mode":         (*evaluation).checkMode,
	"selinux":      (*evaluation).checkSELinux,
	"whole":        (*evaluation).checkWhole,
	"abi":          (*evaluation).checkABI,
	"entry-points": (*evaluation).checkEntryPoints,
	"needs":        (*evaluation).checkNeeds,

	"restarted": (*evaluation).checkRestarted,
	"opened":    (*evaluation).checkOpened,
	"latch":     (*evaluation).checkLatch,
	"egl":       (*evaluation).checkEGL,
	"running":   (*evaluation).checkRunning,

	"go-runtime": (*evaluation).checkGoRuntime,
	"es1":        (*evaluation).checkES1,
	"angle":      (*evaluation).checkANGLE,
}
