package gen

import (
	"fmt"
	"slices"

	"github.com/gleslayergen/gleslayergen/gen/csyntax"
	"github.com/gleslayergen/gleslayergen/gen/modules"
	"github.com/gleslayergen/gleslayergen/registry"
)

// objectsModule is the module that tracks the format and size of objects.
const objectsModule = "objects"

// objectKinds are the C constants of the classes of objects that the module tracks.
var objectKinds = map[string]csyntax.Expr{"texture": "LAYER_TEXTURE", "renderbuffer": "LAYER_RENDERBUFFER", "buffer": "LAYER_BUFFER"}

// objectCall is the C code of the module around a call.
type objectCall struct {
	code    csyntax.Expr
	deletes bool // the code runs before the call
}

// around returns where the code is.
func (c objectCall) around() modules.Code {
	if c.deletes {
		return modules.Code{Before: "object", Always: true}
	}
	return modules.Code{After: "object", Always: true}
}

// resolveObjects computes the code of the module, if the layer has it, before the commands of the plan are known.
func (p *Plan) resolveObjects(r *registry.Registry) error {
	if !p.HasSet(objectsModule) {
		return nil
	}
	p.objects = map[string]objectCall{}
	for _, c := range r.Commands {
		call, err := findObjectCall(r, c)
		if err != nil {
			return err
		}
		if call.code != "" {
			p.objects[c.Name] = call
		}
	}
	return nil
}

// findObjectCall returns the code of a command that sets the size of an object, or deletes objects. The rows of rules.tsv for
// the command apply, or else those of an alias.
func findObjectCall(r *registry.Registry, c *registry.Command) (objectCall, error) {
	for _, name := range append([]string{c.Name}, c.Aliases...) {
		for _, row := range stateRows()[name] {
			code, err := objectRow(c, row)
			if code != "" || err != nil {
				return objectCall{code, row.action == "delete"}, err
			}
		}
	}
	return objectCall{}, nil
}

// objectRow returns the statement for a row of rules.tsv.
func objectRow(c *registry.Command, row stateRow) (csyntax.Expr, error) {
	switch {
	case row.action == "do" && row.path == "image" && row.values == "whole":
		return objectStatement(c, "layer_object_image", "target", "level", imageInfo(c))
	case row.action == "do" && row.path == "storage":
		levels := csyntax.Expr("levels")
		if !hasParam(c, "levels") {
			levels = csyntax.Int(1) // with samples
		}
		return objectStatement(c, "layer_object_storage", "target", levels, imageInfo(c))
	case row.action == "do" && row.path == "mipmap":
		return objectStatement(c, "layer_object_mipmap", "target")
	case row.action == "do" && row.path == "buffer" && row.values == "whole":
		return objectStatement(c, "layer_object_buffer", "target")
	case row.action == "set" && slices.Contains([]string{"share/textures/{@texture}/buffer/format", "share/textures/{@texture}/image"}, row.path):
		return objectStatement(c, "layer_object_storage", "target", csyntax.Int(1), noImage)
	case row.action == "set" && row.values != "params" && slices.Contains([]string{"share/renderbuffers/{@renderbuffer}/width", "share/renderbuffers/{@renderbuffer}/image"}, row.path):
		return csyntax.Call("layer_object_renderbuffer"), nil
	case row.action == "delete" && objectKinds[row.values] != "":
		if len(c.Params) != 2 {
			return "", fmt.Errorf("rules.tsv: %s: no number and names of deleted objects", c.Name)
		}
		return csyntax.Call("layer_objects_deleted", objectKinds[row.values], csyntax.Expr(c.Params[0].Name), csyntax.Expr(c.Params[1].Name)), nil
	}
	return "", nil
}

// noImage stands for a size that the arguments do not contain.
var noImage = csyntax.Compound(csyntax.Struct("layer_image_info"), csyntax.Int(0))

// objectStatement returns a call with arguments of the command, which must have the parameters target and level if they are used.
func objectStatement(c *registry.Command, function string, args ...csyntax.Expr) (csyntax.Expr, error) {
	for _, name := range []csyntax.Expr{"target", "level"} {
		if slices.Contains(args, name) && !hasParam(c, string(name)) {
			return "", fmt.Errorf("rules.tsv: %s has no parameter %s", c.Name, name)
		}
	}
	return csyntax.Call(function, args...), nil
}

func hasParam(c *registry.Command, name string) bool {
	return slices.ContainsFunc(c.Params, func(p registry.Param) bool { return p.Name == name })
}

// imageInfo returns the format and size in the arguments of a command. A missing height or depth is 1.
func imageInfo(c *registry.Command) csyntax.Expr {
	var members []csyntax.Expr
	for _, m := range []struct{ member, param, otherwise string }{
		{"format", "internalformat", "0"}, {"width", "width", "0"}, {"height", "height", "1"}, {"depth", "depth", "1"}, {"samples", "samples", "0"},
	} {
		value := csyntax.Expr(pick(hasParam(c, m.param), m.param, m.otherwise))
		if m.member == "format" {
			value = csyntax.Cast("GLenum", value)
		}
		members = append(members, csyntax.Designated(m.member, value))
	}
	return csyntax.Compound(csyntax.Struct("layer_image_info"), members...)
}
