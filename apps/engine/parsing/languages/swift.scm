; Nodes of a Swift file that facts are made from.

(import_declaration) @import.module

(class_declaration) @definition.class
(class_declaration) @conformance
(protocol_declaration) @definition.protocol
(function_declaration) @definition.function
(protocol_function_declaration) @definition.function
(subscript_declaration) @definition.function
(deinit_declaration) @definition.function
(init_declaration) @definition.constructor
(property_declaration computed_value: (_)) @definition.accessor
(typealias_declaration) @definition.type
(associatedtype_declaration) @definition.type

(lambda_literal) @scope.anonymous

(call_expression) @reference.call
(call_expression) @reference.environment
(await_expression (call_expression) @reference.awaited)

(enum_entry) @binding.field
(protocol_property_declaration) @binding.field
(property_declaration) @binding.variable
(if_statement) @binding.variable
(guard_statement) @binding.variable
(while_statement) @binding.variable
(assignment) @binding.assignment
(for_statement) @binding.loop

(value_argument value: [(simple_identifier) (navigation_expression)] @reference.name)
(assignment result: [(simple_identifier) (navigation_expression)] @reference.name)
(property_declaration value: [(simple_identifier) (navigation_expression)] @reference.name)
(control_transfer_statement result: [(simple_identifier) (navigation_expression)] @reference.name)

(control_transfer_statement result: (_)) @reference.returned

(if_statement) @branch
(guard_statement) @branch
(for_statement) @branch
(while_statement) @branch
(repeat_while_statement) @branch
(switch_entry) @branch
(catch_block) @branch
(ternary_expression) @branch
(conjunction_expression) @branch
(disjunction_expression) @branch

[(comment) (multiline_comment)] @text.comment
(ERROR) @error.syntax
(MISSING) @error.missing
