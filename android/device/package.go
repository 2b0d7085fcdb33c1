package device

import (
	"cmp"
	"fmt"
	"path"
	"strings"

	"github.com/gleslayergen/gleslayergen/android/adb"
	"github.com/gleslayergen/gleslayergen/internal/lazyregexp"
	"github.com/gleslayergen/gleslayergen/rules"
)

// addPackageQueries adds the queries for a Package; files are those to look for in its data directory.
func (s *script) addPackageQueries(i int, name string, files []string) {
	ask := func(what, format string, args ...any) { s.addQuery(fmt.Sprintf("%s-%d", what, i), format, args...) }
	ask("dump", "dumpsys package %s", name)
	s.do(`A=$(pm path --user "$U" %s 2>/dev/null | head -n 1); A=${A#package:}; D=${A%%/*}`, name)
	ask("path", `echo "$A"`)
	ask("manifest", `[ -z "$A" ] || unzip -p "$A" AndroidManifest.xml | base64`)
	ask("libs", `[ -z "$D" ] || stat -c '%%a %%s %%n' "$D"/lib/*/*`)
	ask("files", `run-as %s $RU sh -c %s`, name, adb.Quote(`stat -c "%a %s %n" *.so`+otherFiles(files)))
	ask("pids", `for P in $(pidof %s); do echo "$(ps -o UID= -p $P) $P"; done`, name)
	ask("launch", `cmd package resolve-activity --brief --user "$U" -a android.intent.action.MAIN -c android.intent.category.LAUNCHER %s`, name)
}

// otherFiles returns shell words for the files that *.so does not match: the loader accepts any file name (rule
// 1.3).
func otherFiles(files []string) string {
	words := ""
	for _, name := range files {
		if path.Ext(name) != ".so" && name != "" && path.Base(name) == name {
			words += " " + adb.Quote("./"+name)
		}
	}
	return words
}

var component = lazyregexp.New(`^[\w.]+/[\w.$]+$`)

// pkg parses the answers to the queries of addPackageQueries.
func (a answers) pkg(i int, name string, f *Facts) *Package {
	get := func(what string) string { return a[fmt.Sprintf("%s-%d", what, i)] }
	p := &Package{Name: name}
	p.read(dumpBlock(get("dump"), name), f)
	if apk := strings.TrimSpace(get("path")); p.Installed && apk != "" {
		p.SourceDir = apk
	}
	p.readManifest(get("manifest"))
	for _, file := range parseFiles(get("libs"), p.NativeLibraryDir) {
		p.Libs = append(p.Libs, file.Name)
	}
	p.Files, p.PIDs = parseFiles(get("files"), ""), parsePIDs(get("pids"), p.UID)
	if launch := a.last(fmt.Sprintf("launch-%d", i)); component.MatchString(launch) {
		p.Launch = launch
	}
	return p
}

// dumpBlock returns the part of dumpsys package about one package: the lines with more indentation than its
// head. The first block counts; a system package that an update hides comes later.
func dumpBlock(dump, name string) []string {
	head := "  Package [" + name + "] ("
	var block []string
	inside := false
	for line := range strings.Lines(dump) {
		line = strings.TrimRight(line, "\r\n")
		switch {
		case !inside:
			inside = strings.HasPrefix(line, head)
		case strings.TrimSpace(line) != "" && !strings.HasPrefix(line, "   "):
			return block
		default:
			block = append(block, strings.TrimSpace(line))
		}
	}
	return block
}

var userLine = lazyregexp.New(`^User \d+:`)

// read reads the facts from a package's block.
func (p *Package) read(block []string, f *Facts) {
	user := fmt.Sprintf("User %d:", f.User)
	facts := map[string]string{}
	section := "" // user of the following lines; "": all users
	for _, line := range block {
		if head := userLine.FindString(line); head != "" {
			section = head
			p.Installed = p.Installed || head == user && strings.Contains(line+" ", " installed=true ")
		}
		if section != "" && section != user {
			continue
		}
		setFact(facts, line)
		switch {
		case strings.HasPrefix(line, "flags=["), strings.HasPrefix(line, "pkgFlags=["):
			p.Debuggable = p.Debuggable || strings.Contains(line, " DEBUGGABLE ")
			p.NoCode = !strings.Contains(line, " HAS_CODE ")
			p.OfSystem = p.OfSystem || strings.Contains(line, " SYSTEM ") && !strings.Contains(line, " UPDATED_SYSTEM_APP ")
		case strings.HasPrefix(line, "privateFlags=["), strings.HasPrefix(line, "privatePkgFlags=["):
			p.OfSystem = p.OfSystem || strings.Contains(line, " PRIVILEGED ")
		case strings.HasPrefix(line, "forceQueryable="): // from its manifest, or from how it was installed
			p.ForceQueryable = strings.Contains(line, "=true")
		case line == queriesAll, strings.HasPrefix(line, queriesAll+": granted=true"):
			p.QueriesAll = true
		}
	}
	p.set(facts, f)
}

// setFact sets the facts in a line. The first value of each name counts. Only the line with versions has
// several facts; in other lines a second one could be text from the app's author.
func setFact(facts map[string]string, line string) {
	words := strings.Fields(line)
	if len(words) > 1 && !strings.HasPrefix(line, "versionCode=") {
		words = words[:1]
	}
	for _, word := range words {
		key, value, ok := strings.Cut(word, "=")
		if _, twice := facts[key]; ok && !twice && value != "null" {
			facts[key] = value
		}
	}
}

// set stores a fact.
func (p *Package) set(facts map[string]string, f *Facts) {
	p.PrimaryABI, p.SecondaryABI = facts["primaryCpuAbi"], facts["secondaryCpuAbi"]
	if dir := facts["dataDir"]; path.Base(dir) == p.Name {
		p.DataDir = dir
	}
	p.TargetSDK, p.MinSDK = number(facts["targetSdk"]), number(facts["minSdk"])
	p.ExtractsLibs = true // unless the manifest has another value
	if app := number(cmp.Or(facts["appId"], facts["userId"])); app > 0 {
		p.UID = f.User*100000 + app%100000
	}
	dir := strings.TrimSuffix(facts["codePath"], "/base.apk") // path of one APK, or of a directory of APKs
	if dir == "" {
		return
	}
	p.SourceDir = dir + "/base.apk"
	p.NativeLibraryDir = path.Join(cmp.Or(facts["legacyNativeLibraryDir"], dir+"/lib"), rules.InstructionSet(f.ABI(p)))
}
