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
var checks = map[string]func(*walk) outcome{
	"android":   (*walk).checkAndroid,
	"installed": (*walk).checkInstalled,

	"allowed":    (*walk).checkAllowed,
	"enabled":    (*walk).checkEnabled,
	"named":      (*walk).checkNamed,
	"list":       (*walk).checkList,
	"asked":      (*walk).checkAsked,
	"empty-name": (*walk).checkEmptyName,

	"crash":       (*walk).checkCrash,
	"package":     (*walk).checkPackage,
	"visible":     (*walk).checkVisible,
	"package-abi": (*walk).checkPackageABI,

	"embedded": checkLoss("embedded"),
	"narrow":   checkLoss("narrow"),
	"place":    checkLoss("place"),
	"spelling": checkLoss("spelling"),
	"found":    checkLoss("found"),

	"folder":       (*walk).checkFolder,
	"mode":         (*walk).checkMode,
	"selinux":      (*walk).checkSELinux,
	"whole":        (*walk).checkWhole,
	"abi":          (*walk).checkABI,
	"entry-points": (*walk).checkEntryPoints,
	"needs":        (*walk).checkNeeds,

	"restarted": (*walk).checkRestarted,
	"opened":    (*walk).checkOpened,
	"latch":     (*walk).checkLatch,
	"egl":       (*walk).checkEGL,
	"running":   (*walk).checkRunning,

	"go-runtime": (*walk).checkGoRuntime,
	"es1":        (*walk).checkES1,
	"angle":      (*walk).checkANGLE,
}
