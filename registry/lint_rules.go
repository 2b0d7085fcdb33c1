package registry

// LintRule is something that Lint looks for. IDs are part of the interface: none ever changes its meaning.
type LintRule struct {
	ID    string
	Level Level
	Title string
	Text  string // why it matters, and what to do

	check func(*linter) // nil where only XML shows it
}

// LintRules are the rules, errors first.
var LintRules = []LintRule{
	{"lint-undefined-type", LevelError, "A type that nobody defines",
		"A command or a type is made of a type that neither gl.xml nor egl.xml defines, and that is no type of C or khrplatform.h. Code that is generated from it would not compile. Write a <type> for it.",
		(*linter).undefinedType},
	{"lint-undefined-enum", LevelError, "An enum that nobody defines",
		"A version or an extension requires an enum without a value. Layers do not get a constant for it. Write an <enum> for it, or mend its name.",
		(*linter).undefinedEnum},
	{"lint-undefined-len", LevelError, "A length that depends on no parameter",
		"The len of a pointer names something that is no parameter of the command, often a parameter that was renamed. Who reads memory by it reads the wrong amount.",
		(*linter).undefinedLen},
	{"lint-duplicate-parameter", LevelError, "Two parameters with one name",
		"A command has two parameters of one name. No hook can be generated for it.",
		(*linter).duplicateParameter},
	{"lint-duplicate-enum", LevelError, "Two values for one enum",
		"The files define an enum more than once, with different values or types. The first one counts here; another tool may take another. Only XML shows this: a snapshot holds each name once.",
		nil},
	{"lint-duplicate-type", LevelError, "Two definitions of one type",
		"The files define a type more than once, and not alike. The first one counts here; another tool may take another. Only XML shows this: a snapshot holds each name once.",
		nil},
	{"lint-stale-correction", LevelError, "A correction that corrects nothing",
		"gleslayergen corrects what the Khronos files leave out or have wrong (registry/corrections.tsv). This row changes nothing in this registry: the files say so themselves by now, or they say a third thing, or what is corrected is gone. If the registry is newer than the built-in one, the row can go; if it is older, the finding is harmless.",
		(*linter).staleCorrection},
	{"lint-pointer-without-len", LevelWarning, "A pointer without a length",
		"Nothing says how much memory a pointer parameter points at, so tools that record calls can record its address only. A pointer that is opaque, as the user data of a callback, rightly has none.",
		(*linter).pointerWithoutLen},
	{"lint-enum-without-group", LevelWarning, "An enum parameter without a group",
		"Nothing says which enums a GLenum or GLbitfield may hold, so it prints as a number where its value has more than one name. egl.xml knows no groups; for EGL, gleslayergen has tables of its own.",
		(*linter).enumWithoutGroup},
	{"lint-empty-group", LevelWarning, "A group without enums",
		"A parameter takes the enums of a group that has none in EGL or OpenGL ES, so it prints as a number.",
		(*linter).emptyGroup},
	{"lint-alias-differs", LevelWarning, "Two names of one command that differ",
		"Commands that are said to be the same have another number of parameters, or one has a length or a group that the other lacks or has otherwise. One of them is probably wrong.",
		(*linter).aliasDiffers},
}

// lintRule finds a rule by its ID.
func lintRule(id string) LintRule {
	for _, rule := range LintRules {
		if rule.ID == id {
			return rule
		}
	}
	panic("no rule " + id) // a slip in this package: a test calls each
}
