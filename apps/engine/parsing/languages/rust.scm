; Nodes of a Rust file that facts are made from.

(use_declaration) @import.use
(extern_crate_declaration) @import.crate
(mod_item !body) @import.module

(function_item) @definition.function
(function_signature_item) @definition.function
(struct_item) @definition.struct
(enum_item) @definition.enum
(union_item) @definition.union
(trait_item) @definition.trait
(impl_item) @definition.implementation
(impl_item trait: (_)) @conformance
(type_item) @definition.type
(associated_type) @definition.type
(mod_item body: (_)) @definition.namespace
(macro_definition) @definition.macro

(closure_expression) @scope.anonymous

(call_expression) @reference.call
(macro_invocation) @reference.call
(struct_expression) @reference.call
(await_expression (call_expression) @reference.awaited)

(struct_item body: (field_declaration_list (field_declaration) @binding.field))
(union_item body: (field_declaration_list (field_declaration) @binding.field))
(struct_item body: (ordered_field_declaration_list) @binding.field)
(enum_variant) @binding.field
(const_item) @binding.variable
(static_item) @binding.variable
(let_declaration) @binding.variable
(let_condition) @binding.variable
(match_arm) @binding.variable
(assignment_expression) @binding.assignment
(for_expression) @binding.loop

(arguments [(identifier) (scoped_identifier) (field_expression)] @reference.name)
(field_initializer value: [(identifier) (scoped_identifier) (field_expression)] @reference.name)
(shorthand_field_initializer (identifier) @reference.name)
(let_declaration value: [(identifier) (scoped_identifier) (field_expression)] @reference.name)
(assignment_expression right: [(identifier) (scoped_identifier) (field_expression)] @reference.name)
(array_expression [(identifier) (scoped_identifier) (field_expression)] @reference.name)
(tuple_expression [(identifier) (scoped_identifier) (field_expression)] @reference.name)
(return_expression [(identifier) (scoped_identifier) (field_expression)] @reference.name)
(const_item value: [(identifier) (scoped_identifier)] @reference.name)

(return_expression (_)) @reference.returned
(function_item body: (block [(call_expression) (identifier) (struct_expression) (closure_expression)] @reference.returned .))

(if_expression) @branch
(while_expression) @branch
(for_expression) @branch
(match_arm) @branch
(binary_expression operator: ["&&" "||"]) @branch

[(line_comment) (block_comment)] @text.comment
(ERROR) @error.syntax
(MISSING) @error.missing
