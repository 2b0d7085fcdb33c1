package registry

import (
	"fmt"
	"runtime"
	"strings"
	"testing"
	"time"
)

// gl returns goodGL with text inserted at the end of an element.
func gl(element, text string) string {
	return strings.Replace(goodGL, "</"+element+">\n", text+"</"+element+">\n", 1)
}

// many returns n copies of a text, each with its number for %[1]d.
func many(n int, format string) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, format, i)
	}
	return b.String()
}

// laughs is the billion laughs attack: entities that refer to entities.
const laughs = `<!DOCTYPE registry [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;"><!ENTITY c "&b;&b;&b;&b;&b;&b;&b;&b;">
<!ENTITY outside SYSTEM "file:///etc/passwd">]>
<registry><types><type>`

// TestHostileXML checks that time and memory are bounded, in proportion to the size of the file.
func TestHostileXML(t *testing.T) {
	deep := strings.Repeat("<a>", 100000)
	long := strings.Repeat("a", 2<<20)
	for name, c := range map[string]struct {
		text    string
		message string // "" for a valid file
	}{
		"billion laughs":      {laughs + "&c;</type></types></registry>", "gl.xml:3: <type>: invalid character entity &c;"},
		"a file from outside": {laughs + "&outside;</type></types></registry>", "invalid character entity &outside;"},
		"deep at the top":     {deep, "gl.xml:1: <a>: expected <registry>"},
		"deep":                {"<registry>" + deep, "gl.xml:1: <a>: elements are nested more than 32 levels deep"},
		"deep in a type":      {"<registry><types><type>" + deep, "elements are nested more than 32 levels deep"},
		"deep in a command":   {"<registry><commands><command><proto>" + deep, "elements are nested more than 32 levels deep"},
		"long text":           {gl("types", "<type>"+long+"</type>"), "<type>: the text of the element is too long"},
		"text in pieces":      {gl("types", "<type>"+strings.Repeat("aaaaaaaa<b/>", 200000)+"</type>"), "the text of the element is too long"},
		"a long name":         {gl("types", "<type name='"+long+"'/>"), "is not a valid type name"},
		"a long end":          {"<registry></" + long + ">", "unexpected </aaaa"},
		"a long element":      {"<registry><" + long + "></x>", "unexpected </x>"},
		"a long value":        {gl("enums", "<enum name='A' value='"+long+"'/>"), "is not a number"},
		"a long len":          {gl("command", "<param len='"+long+"+'>int <name>x</name></param>"), "len"},
		"a long list":         {gl("command", "<param len='COMPSIZE("+strings.Repeat("a,", 500000)+")'>int <name>x</name></param>"), "len"},
		"stars":               {gl("command", "<param>int "+strings.Repeat("*", 100000)+"<name>x</name></param>"), "too long"},
		"words":               {gl("command", "<param>"+strings.Repeat("int ", 100000)+"<name>x</name></param>"), "too long"},
		"many attributes":     {gl("enums", "<enum "+many(100000, "a%d='' ")+"/>"), "is not a valid enum name"},
		"many comments":       {gl("types", strings.Repeat("<!---->", 200000)), ""},
		"many enums":          {gl("enums", many(50000, "<enum name='E%d' value='1' group='Cap'/>")), ""},
		"many extensions": {gl("extensions", many(20000,
			"<extension name='GL_E%d' supported='gles2'><require><command name='glEnable'/></require></extension>")), ""},
		"many requires": {gl("extensions", "<extension name='GL_Y' supported='gles2'>"+
			strings.Repeat("<require><command name='glEnable'/></require>", 40000)+"</extension>"), ""},
		"a chain of aliases": {manyCommands("<alias name='glC%[2]d'/>"), "form a cycle, or exceed the limit of 64 names"},
		"one class":          {manyCommands("<alias name='glEnable'/>"), "form a cycle, or exceed the limit of 64 names"},
		"a circle":           {manyCommands("<alias name='glC%[1]d'/>"), "form a cycle, or exceed the limit of 64 names"},
	} {
		t.Run(name, func(t *testing.T) {
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			start := time.Now()
			_, err := decode(c.text, goodEGL)
			took := time.Since(start)
			runtime.ReadMemStats(&after)
			switch {
			case c.message == "" && err != nil:
				t.Error(err)
			case c.message != "" && (err == nil || !strings.Contains(err.Error(), c.message) || len(err.Error()) > 600):
				t.Errorf("%.300v, want %s", err, c.message)
			}
			if used := after.TotalAlloc - before.TotalAlloc; used > 40*uint64(len(c.text))+4<<20 {
				t.Errorf("%d bytes of memory for a file of %d", used, len(c.text))
			}
			if took > time.Minute { // needs a tenth of a second in linear time; quadratic time would take longer
				t.Errorf("%v for a file of %d bytes", took, len(c.text))
			}
		})
	}
}

// manyCommands defines and requires commands; extra belongs to each: %[1]d is its number, %[2]d the next.
func manyCommands(extra string) string {
	const n = 10000
	var defined, required strings.Builder
	for i := range n {
		inside := strings.NewReplacer("%[1]d", fmt.Sprint(i), "%[2]d", fmt.Sprint(i+1)).Replace(extra)
		fmt.Fprintf(&defined, "<command><proto>void <name>glC%d</name></proto>%s</command>\n", i, inside)
		fmt.Fprintf(&required, "<command name='glC%d'/>", i)
	}
	text := strings.Replace(goodGL, "</commands>", defined.String()+"</commands>", 1)
	return strings.Replace(text, "</require>\n", required.String()+"</require>\n", 1)
}

// TestTooLarge checks that ReadFile and Decode reject files over 64 MiB.
func TestTooLarge(t *testing.T) {
	_, err := Decode(File{Name: "in/gl.xml", Data: make([]byte, maxXMLBytes+1)}, File{Name: "in/egl.xml", Data: []byte(goodEGL)})
	checkSyntax(t, err, 1, "", "larger than 64 MiB, the limit for a registry file")
}
