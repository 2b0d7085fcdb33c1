package why

// outcome is the result of a check.
type outcome struct {
	state    State
	what     string // unused if state is Fails: the row has the message
	evidence []string
	fill     placeholders
}

func ok(what string, evidence ...string) outcome { return outcome{OK, what, evidence, nil} }

func unknown(what string, evidence ...string) outcome { return outcome{Open, what, evidence, nil} }

func skipped(what string) outcome { return outcome{Skipped, what, nil, nil} }

func fails(fill placeholders, evidence ...string) outcome { return outcome{Fails, "", evidence, fill} }

// withPlaceholders adds values for the commands of an unknown result.
func (o outcome) withPlaceholders(fill placeholders) outcome {
	o.fill = fill
	return o
}

// checks has a check for each id in tree.tsv.
var checks = map[string]func(*evaluation) outcome{
	"android":   (*evaluation).checkAndroid,
	"installed": (*evaluation).checkInstalled,

	"allowed":    (*evaluation).checkAllowed,
	"enabled":    (*evaluation).checkEnabled,
	"named":      (*evaluation).checkNamed,
	"list":       (*evaluation).checkList,
	"asked":      (*evaluation).checkRequested,
	"empty-name": (*evaluation).checkEmptyName,

	"crash":       (*evaluation).checkCrash,
	"package":     (*evaluation).checkPackage,
	"visible":     (*evaluation).checkVisible,
	"package-abi": (*evaluation).checkPackageABI,

	"embedded": checkMissing("embedded"),
	"narrow":   checkMissing("narrow"),
	"place":    checkMissing("place"),
	"spelling": checkMissing("spelling"),
	"found":    checkMissing("found"),

	"folder":       (*evaluation).checkDir,
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
	"maker":      (*evaluation).checkMaker,
}
