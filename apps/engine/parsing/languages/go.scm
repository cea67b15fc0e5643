; Nodes of a Go file that facts are made from.

(package_clause) @package
(import_spec) @import.spec

(function_declaration) @definition.function
(method_declaration) @definition.method
(method_elem) @definition.method
(type_spec) @definition.type
(type_alias) @definition.type

(func_literal) @scope.anonymous

(call_expression) @reference.call
(composite_literal type: [(type_identifier) (qualified_type) (generic_type)]) @reference.call
(type_conversion_expression type: (generic_type)) @reference.call

(field_declaration) @binding.field
(var_spec) @binding.variable
(const_spec) @binding.variable
(short_var_declaration) @binding.assignment
(assignment_statement) @binding.assignment
(range_clause) @binding.loop

(argument_list [(identifier) (selector_expression)] @reference.name)
(keyed_element value: (literal_element [(identifier) (selector_expression)] @reference.name))
(literal_value (literal_element [(identifier) (selector_expression)] @reference.name))
(return_statement (expression_list [(identifier) (selector_expression)] @reference.name))
(assignment_statement right: (expression_list [(identifier) (selector_expression)] @reference.name))
(short_var_declaration right: (expression_list [(identifier) (selector_expression)] @reference.name))
(var_spec value: (expression_list [(identifier) (selector_expression)] @reference.name))
(send_statement value: [(identifier) (selector_expression)] @reference.name)

(return_statement) @reference.returned

(if_statement) @branch
(for_statement) @branch
(expression_case) @branch
(type_case) @branch
(communication_case) @branch
(binary_expression operator: ["&&" "||"]) @branch

(comment) @text.comment
(ERROR) @error.syntax
(MISSING) @error.missing
