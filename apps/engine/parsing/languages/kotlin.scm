; Nodes of a Kotlin file that facts are made from.

(package_header) @package
(import) @import.class

(class_declaration) @definition.class
(object_declaration) @definition.object
(companion_object) @definition.object
(object_literal) @definition.class
(enum_entry (class_body)) @definition.class
(function_declaration) @definition.function
(secondary_constructor) @definition.constructor
(getter (function_body)) @definition.accessor
(setter (function_body)) @definition.accessor
(type_alias) @definition.type

(lambda_literal) @scope.anonymous
(anonymous_function) @scope.anonymous
(anonymous_initializer) @scope.anonymous

(call_expression) @reference.call
(infix_expression) @reference.call
(binary_expression left: (binary_expression operator: "<") operator: ">" right: [(parenthesized_expression) (lambda_literal)]) @reference.call
(delegation_specifier (constructor_invocation) @reference.call)
(constructor_delegation_call) @reference.call
(enum_entry (value_arguments)) @reference.call
(callable_reference) @reference.name
(index_expression) @reference.environment

(property_declaration) @binding.variable
(enum_entry) @binding.field
(catch_block) @binding.variable
(when_subject (variable_declaration)) @binding.variable
(when_entry condition: (type_test)) @binding.variable
(if_expression condition: (is_expression)) @binding.variable
(assignment) @binding.assignment
(for_statement) @binding.loop

(value_argument [(identifier) (navigation_expression)] @reference.name .)
(assignment right: [(identifier) (navigation_expression)] @reference.name)
(property_declaration "=" . [(identifier) (navigation_expression)] @reference.name)
(return_expression [(identifier) (navigation_expression)] @reference.name)

(return_expression) @reference.returned
(function_body "=") @reference.returned

(if_expression) @branch
(for_statement) @branch
(while_statement) @branch
(do_while_statement) @branch
(when_entry) @branch
(catch_block) @branch
(binary_expression operator: ["&&" "||" "?:"]) @branch

[(line_comment) (block_comment)] @text.comment
(ERROR) @error.syntax
(MISSING) @error.missing
