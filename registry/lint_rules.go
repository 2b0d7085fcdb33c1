package registry

// LintRule is one check of Lint. IDs are stable: an ID never changes its meaning.
type LintRule struct {
	ID    string
	Level Level
	Title string
	Text  string // why it matters and what to do

	check func(*linter) // nil if only XML shows it
}

// LintRules lists the rules, errors first.
var LintRules = []LintRule{
	{"lint-undefined-type", LevelError, "Undefined type",
		"A command or a type uses a type that is not defined in gl.xml, egl.xml, C or khrplatform.h. Code generated from it would not compile. Add a <type> element for it.",
		(*linter).undefinedType},
	{"lint-undefined-enum", LevelError, "Undefined enum",
		"A version or an extension requires an enum that has no value. Layers get no constant for it. Add an <enum> element for it, or correct its name.",
		(*linter).undefinedEnum},
	{"lint-undefined-len", LevelError, "Length with an unknown parameter",
		"The attribute \"len\" of a pointer contains a name that is not a parameter of the command, often because the parameter was renamed. A tool that uses this length reads the wrong number of bytes.",
		(*linter).undefinedLen},
	{"lint-duplicate-parameter", LevelError, "Duplicate parameter name",
		"A command has two parameters with the same name, so gleslayergen cannot generate a hook for it.",
		(*linter).duplicateParameter},
	{"lint-duplicate-enum", LevelError, "Enum with two values",
		"The files define an enum more than once, with different values or types. gleslayergen uses the first definition; other tools may use a different one. Only XML files can have this error: a snapshot contains each name once.",
		nil},
	{"lint-duplicate-type", LevelError, "Type with two definitions",
		"The files define a type more than once, with different content. gleslayergen uses the first definition; other tools may use a different one. Only XML files can have this error: a snapshot contains each name once.",
		nil},
	{"lint-stale-correction", LevelError, "Correction without effect",
		"Each row of registry/corrections.tsv corrects missing or wrong data of the Khronos files. The row in the message has no effect on the checked registry, for one of three reasons: the registry already has the corrected value; the registry has neither the old nor the new value of the row; or the registry does not contain the command, parameter, enum or group of the row. If the registry is newer than the built-in one, delete the row; if it is older, ignore the finding.",
		(*linter).staleCorrection},
	{"lint-pointer-without-len", LevelWarning, "Pointer without a length",
		"The registry does not specify the size of the memory that a pointer parameter points to, so tools that record calls can record only the address. An opaque pointer, such as the user data of a callback, correctly has no length.",
		(*linter).pointerWithoutLen},
	{"lint-enum-without-group", LevelWarning, "Enum parameter without a group",
		"The registry does not specify which enums a GLenum or GLbitfield parameter accepts, so gleslayergen prints a value with several names as a number. egl.xml has no groups; for EGL, gleslayergen has its own tables.",
		(*linter).enumWithoutGroup},
	{"lint-empty-group", LevelWarning, "Group without enums",
		"A parameter uses a group that contains no enum of EGL or OpenGL ES, so gleslayergen prints its values as numbers.",
		(*linter).emptyGroup},
	{"lint-alias-differs", LevelWarning, "Aliases that differ",
		"Two commands are declared aliases, but their parameters differ in number, length or group. One of the two declarations is probably wrong.",
		(*linter).aliasDiffers},
}

// lintRule returns the rule with the given ID.
func lintRule(id string) LintRule {
	for _, rule := range LintRules {
		if rule.ID == id {
			return rule
		}
	}
	panic("no rule " + id) // a bug in this package: a test calls every rule
}
