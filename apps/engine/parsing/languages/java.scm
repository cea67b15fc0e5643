; Nodes of a Java file that facts are made from.

(package_declaration) @package
(import_declaration) @import.class

(class_declaration) @definition.class
(interface_declaration) @definition.interface
(annotation_type_declaration) @definition.interface
(enum_declaration) @definition.enum
(record_declaration) @definition.record
(object_creation_expression (class_body)) @definition.class
(enum_constant body: (_)) @definition.class
(method_declaration) @definition.method
(annotation_type_element_declaration) @definition.method
(constructor_declaration) @definition.constructor
(compact_constructor_declaration) @definition.constructor

(lambda_expression) @scope.anonymous
(static_initializer) @scope.anonymous
(class_body (block) @scope.anonymous)

(method_invocation) @reference.call
(object_creation_expression) @reference.call
(explicit_constructor_invocation) @reference.call
(enum_constant arguments: (_)) @reference.call
(method_reference) @reference.name

(field_declaration) @binding.field
(constant_declaration) @binding.field
(enum_constant) @binding.field
(local_variable_declaration) @binding.variable
(resource) @binding.variable
(instanceof_expression name: (_)) @binding.variable
(catch_formal_parameter) @binding.variable
(assignment_expression) @binding.assignment
(enhanced_for_statement) @binding.loop

(argument_list [(identifier) (field_access)] @reference.name)
(assignment_expression right: [(identifier) (field_access)] @reference.name)
(variable_declarator value: [(identifier) (field_access)] @reference.name)
(return_statement [(identifier) (field_access)] @reference.name)
(class_literal) @reference.name

(return_statement) @reference.returned

(if_statement) @branch
(for_statement) @branch
(enhanced_for_statement) @branch
(while_statement) @branch
(do_statement) @branch
(switch_label) @branch
(catch_clause) @branch
(ternary_expression) @branch
(binary_expression operator: ["&&" "||"]) @branch

[(line_comment) (block_comment)] @text.comment
(ERROR) @error.syntax
(MISSING) @error.missing
