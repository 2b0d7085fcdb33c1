// Package csyntax prints C declarations and expressions from their parts. The other Go code of the generator has no C
// syntax: statements and functions are in templates, and expressions that depend on a command are values of this package.
package csyntax

import (
	"strconv"
	"strings"
)

// Expr is a C expression.
type Expr string

// Null is the null pointer.
const Null Expr = "NULL"

// Int returns an integer constant.
func Int(n int) Expr { return Expr(strconv.Itoa(n)) }

// Hex returns an unsigned integer constant in hexadecimal form.
func Hex(n uint64) Expr { return Expr("0x" + strconv.FormatUint(n, 16)) }

// Parens returns an expression in parentheses.
func Parens(e Expr) Expr { return "(" + e + ")" }

// Quote returns a string constant of plain text.
func Quote(text string) Expr { return Expr(strconv.Quote(text)) }

// Call returns the call of a function.
func Call(function string, args ...Expr) Expr { return Expr(function + "(" + List(args) + ")") }

// Cast returns an operand converted to a type.
func Cast(ctype string, operand Expr) Expr { return Expr("("+ctype+")") + operand }

// Sizeof returns the size of a type.
func Sizeof(ctype string) Expr { return Call("sizeof", Expr(ctype)) }

// SizeofTarget returns the size of what a pointer points to.
func SizeofTarget(pointer Expr) Expr { return "sizeof *" + pointer }

// Offsetof returns the offset of a member in a type.
func Offsetof(ctype, member string) Expr { return Call("offsetof", Expr(ctype), Expr(member)) }

// Not returns the negation of a condition.
func Not(operand Expr) Expr { return "!" + operand }

// Conditional returns one of two values.
func Conditional(condition, yes, no Expr) Expr { return condition + " ? " + yes + " : " + no }

// Binary joins operands with an operator. It adds no parentheses.
func Binary(operator string, operands ...Expr) Expr {
	return Expr(join(operands, " "+operator+" "))
}

// Array returns a compound literal: an array with these elements.
func Array(element string, values ...Expr) Expr { return Compound(element+"[]", values...) }

// Compound returns a compound literal of a type.
func Compound(ctype string, values ...Expr) Expr { return Cast(ctype, Braces(values...)) }

// Braces returns an initializer of an array or a structure.
func Braces(values ...Expr) Expr { return Expr("{ " + List(values) + " }") }

// Designated returns an initializer of a member.
func Designated(member string, value Expr) Expr { return Expr("."+member+" = ") + value }

// List joins expressions, declarations or names with commas.
func List[T ~string](list []T) string { return join(list, ", ") }

func join[T ~string](list []T, separator string) string {
	parts := make([]string, len(list))
	for i, part := range list {
		parts[i] = string(part)
	}
	return strings.Join(parts, separator)
}

// Declare returns the declaration of a name with a type. For an empty name, it returns the type with what separates it
// from a name that follows.
func Declare(ctype, name string) string {
	if strings.HasSuffix(ctype, "*") {
		return ctype + name
	}
	return ctype + " " + name
}

// Params returns the parameter list of a function: declarations, or types only.
func Params(list []string) string {
	if len(list) == 0 {
		return "void"
	}
	return List(list)
}

// FunctionPointer returns the declaration of a pointer to a function. For an empty name, it returns the type.
func FunctionPointer(result, name, params string) string {
	return Declare(result, "(*"+name+")("+params+")")
}

// Typedef returns the definition of a type by the declaration of its name.
func Typedef(declaration string) string { return "typedef " + declaration + ";" }

// Struct is the type of a structure.
func Struct(name string) string { return "struct " + name }

// DeclareStruct returns the declaration of a structure without its members.
func DeclareStruct(name string) string { return Struct(name) + ";" }

// DefineStruct returns the definition of a structure, with each member in its own line.
func DefineStruct(name string, members []string) string {
	return Struct(name) + " {\n    " + join(members, ";\n    ") + ";\n};"
}

// Assert returns the declaration that fails to compile, with a message, if a condition is false.
func Assert(condition Expr, message string) string {
	return string(Call("_Static_assert", condition, Quote(message))) + ";"
}
