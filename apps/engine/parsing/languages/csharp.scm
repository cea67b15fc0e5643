; Nodes of a C# file that facts are made from.

(file_scoped_namespace_declaration) @package
(namespace_declaration) @package
(using_directive) @import.using

(namespace_declaration) @definition.namespace
(class_declaration) @definition.class
(struct_declaration) @definition.struct
(interface_declaration) @definition.interface
(enum_declaration) @definition.enum
(record_declaration) @definition.record
(delegate_declaration) @definition.type
(method_declaration) @definition.method
(destructor_declaration) @definition.method
(operator_declaration) @definition.method
(conversion_operator_declaration) @definition.method
(constructor_declaration) @definition.constructor
(local_function_statement) @definition.function
(property_declaration) @definition.accessor
(indexer_declaration) @definition.accessor
(event_declaration) @definition.accessor

(lambda_expression) @scope.anonymous
(anonymous_method_expression) @scope.anonymous

; ``nameof(x)`` has the form of a call and runs nothing.
((invocation_expression function: (identifier) @called) @reference.call (#not-eq? @called "nameof"))
(invocation_expression function: [(member_access_expression) (generic_name) (conditional_access_expression) (invocation_expression) (element_access_expression) (parenthesized_expression) (postfix_unary_expression) (qualified_name) (alias_qualified_name) (member_binding_expression)]) @reference.call
(object_creation_expression) @reference.call
(implicit_object_creation_expression) @reference.call
(constructor_initializer) @reference.call
(primary_constructor_base_type) @reference.call
(await_expression (invocation_expression) @reference.awaited)

(field_declaration) @binding.field
(event_field_declaration) @binding.field
(property_declaration) @binding.field
(event_declaration) @binding.field
(enum_member_declaration) @binding.field
(local_declaration_statement) @binding.variable
(using_statement (variable_declaration) @binding.variable)
(for_statement (variable_declaration) @binding.variable)
(fixed_statement (variable_declaration) @binding.variable)
(catch_declaration) @binding.variable
(declaration_pattern) @binding.variable
(recursive_pattern name: (_)) @binding.variable
(var_pattern) @binding.variable
(declaration_expression) @binding.variable
(let_clause) @binding.variable
(assignment_expression) @binding.assignment
(foreach_statement) @binding.loop
(from_clause) @binding.loop

(argument [(identifier) (member_access_expression)] @reference.name)
(assignment_expression right: [(identifier) (member_access_expression)] @reference.name)
(variable_declarator name: (_) "=" [(identifier) (member_access_expression)] @reference.name)
(property_declaration value: [(identifier) (member_access_expression)] @reference.name)
(arrow_expression_clause [(identifier) (member_access_expression)] @reference.name)
(return_statement [(identifier) (member_access_expression)] @reference.name)
(typeof_expression) @reference.name

(return_statement) @reference.returned
(arrow_expression_clause) @reference.returned
(yield_statement) @reference.yielded

(if_statement) @branch
(for_statement) @branch
(foreach_statement) @branch
(while_statement) @branch
(do_statement) @branch
(switch_section) @branch
(switch_expression_arm) @branch
(catch_clause) @branch
(conditional_expression) @branch
(binary_expression operator: ["&&" "||" "??"]) @branch

(comment) @text.comment
(ERROR) @error.syntax
(MISSING) @error.missing
