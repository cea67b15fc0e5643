; Nodes of a TSX file that facts are made from.

(function_declaration) @definition.function
(generator_function_declaration) @definition.function
(function_expression) @definition.expression
(generator_function) @definition.expression
(arrow_function) @definition.expression
(class_declaration) @definition.class
(class) @definition.class
(method_definition) @definition.method
(abstract_class_declaration) @definition.class
(function_signature) @definition.signature
(method_signature) @definition.signature
(abstract_method_signature) @definition.signature
(interface_declaration) @definition.interface
(enum_declaration) @definition.enum
(type_alias_declaration) @definition.type
(internal_module) @definition.namespace
(module) @definition.namespace
(ambient_declaration) @definition.ambient
(yield_expression) @definition.generator

(call_expression) @reference.call
(new_expression) @reference.new
(await_expression (call_expression) @reference.awaited)
(jsx_opening_element) @reference.element
(jsx_self_closing_element) @reference.element
(member_expression object: [(member_expression) (identifier)]) @reference.member
(subscript_expression object: [(member_expression) (identifier)]) @reference.subscript
(return_statement) @reference.returned

(lexical_declaration) @binding.declaration
(variable_declaration) @binding.declaration
(assignment_expression) @binding.assignment
(augmented_assignment_expression) @binding.augmented
(for_in_statement) @binding.loop
(catch_clause) @binding.except
(public_field_definition) @binding.field

(import_statement) @import.statement
(import_alias) @binding.alias
(export_statement) @export.statement

(arguments [(identifier) (member_expression)] @reference.name)
(return_statement [(identifier) (member_expression)] @reference.name)
(variable_declarator value: [(identifier) (member_expression)] @reference.name)
(assignment_expression right: [(identifier) (member_expression)] @reference.name)
(pair value: [(identifier) (member_expression)] @reference.name)
(object (shorthand_property_identifier) @reference.name)
(array [(identifier) (member_expression)] @reference.name)
(spread_element [(identifier) (member_expression)] @reference.name)
(ternary_expression [(identifier) (member_expression)] @reference.name)
(arrow_function body: [(identifier) (member_expression)] @reference.name)
(assignment_pattern right: [(identifier) (member_expression)] @reference.name)
(jsx_expression [(identifier) (member_expression)] @reference.name)
(public_field_definition value: [(identifier) (member_expression)] @reference.name)

(if_statement) @branch.other
(for_statement) @branch.other
(for_in_statement) @branch.other
(while_statement) @branch.other
(do_statement) @branch.other
(switch_case) @branch.other
(catch_clause) @branch.other
(ternary_expression) @branch.other
(binary_expression operator: ["&&" "||" "??"]) @branch.other

(comment) @text.comment
(ERROR) @error.syntax
(MISSING) @error.missing
