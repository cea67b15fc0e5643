// Definitions of Go files as the standard library's parser sees them: an independent count.
//
//	go run definitions.go < list of files, one path a line
//
// Prints JSON: {path: [[dotted name, line], …]}, or {path: "reason"} where the parser does not accept a file.  Counted are
// functions, methods, named types and the methods of interfaces.
package main

import (
	"bufio"
	"encoding/json"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
)

// visitor walks what stands in a definition.
type visitor struct {
	found *[][2]any
	files *token.FileSet
	scope string
}

func (v visitor) add(name *ast.Ident, of string) visitor {
	path := join(join(v.scope, of), name.Name)
	*v.found = append(*v.found, [2]any{path, v.files.Position(name.Pos()).Line})
	return visitor{v.found, v.files, path}
}

func (v visitor) Visit(node ast.Node) ast.Visitor {
	switch found := node.(type) {
	case *ast.FuncDecl:
		return v.add(found.Name, receiver(found))
	case *ast.TypeSpec:
		return v.add(found.Name, "")
	case *ast.InterfaceType:
		for _, field := range found.Methods.List {
			for _, name := range field.Names {
				v.add(name, "")
			}
		}
	}
	return v
}

// receiver is the name of the type that a method belongs to.
func receiver(of *ast.FuncDecl) string {
	if of.Recv == nil || len(of.Recv.List) == 0 {
		return ""
	}
	expression := of.Recv.List[0].Type
	for {
		switch found := expression.(type) {
		case *ast.StarExpr:
			expression = found.X
		case *ast.ParenExpr:
			expression = found.X
		case *ast.IndexExpr:
			expression = found.X
		case *ast.IndexListExpr:
			expression = found.X
		case *ast.Ident:
			return found.Name
		default:
			return ""
		}
	}
}

func join(before, name string) string {
	if before == "" || name == "" {
		return before + name
	}
	return before + "." + name
}

func main() {
	counted := map[string]any{}
	lines := bufio.NewScanner(os.Stdin)
	for lines.Scan() {
		files := token.NewFileSet()
		tree, err := parser.ParseFile(files, lines.Text(), nil, parser.SkipObjectResolution)
		if err != nil {
			counted[lines.Text()] = err.Error()
			continue
		}
		found := [][2]any{}
		ast.Walk(visitor{&found, files, ""}, tree)
		counted[lines.Text()] = found
	}
	if err := json.NewEncoder(os.Stdout).Encode(counted); err != nil {
		panic(err)
	}
}
