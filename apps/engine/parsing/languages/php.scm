; Nodes of a PHP file that facts are made from; what stands between the tags is markup and makes none.

(namespace_definition !body) @package
(namespace_definition body: (_)) @definition.namespace
(namespace_use_declaration) @import.use
[(require_expression) (require_once_expression) (include_expression) (include_once_expression)] @import.include

(class_declaration) @definition.class
(anonymous_class) @definition.class
(interface_declaration) @definition.interface
(trait_declaration) @definition.trait
(enum_declaration) @definition.enum
(function_definition) @definition.function
(method_declaration) @definition.method
(property_hook) @definition.accessor

(anonymous_function) @scope.anonymous
(arrow_function) @scope.anonymous

(function_call_expression) @reference.call
(member_call_expression) @reference.call
(nullsafe_member_call_expression) @reference.call
(scoped_call_expression) @reference.call
(object_creation_expression) @reference.call
(subscript_expression) @reference.environment

(class_declaration body: (declaration_list) @binding.field)
(property_declaration) @binding.field
(class_declaration body: (declaration_list (const_declaration) @binding.field))
(interface_declaration body: (declaration_list (const_declaration) @binding.field))
(trait_declaration body: (declaration_list (const_declaration) @binding.field))
(enum_declaration body: (enum_declaration_list (const_declaration) @binding.field))
(anonymous_class body: (declaration_list (const_declaration) @binding.field))
(enum_case) @binding.field
(program (const_declaration) @binding.variable)
(compound_statement (const_declaration) @binding.variable)
(static_variable_declaration) @binding.variable
(catch_clause) @binding.variable
(expression_statement (function_call_expression
  function: (name) arguments: (arguments . (argument (string)) . (argument))) @binding.variable)
(assignment_expression) @binding.assignment
(reference_assignment_expression) @binding.assignment
(augmented_assignment_expression) @binding.assignment
(foreach_statement) @binding.loop
(use_declaration) @conformance

(class_constant_access_expression) @reference.name
(argument (array_creation_expression) @reference.name)
(array_element_initializer (array_creation_expression) @reference.name)
(return_statement (array_creation_expression) @reference.name)

(return_statement) @reference.returned
(yield_expression) @reference.yielded

(if_statement) @branch
(else_if_clause) @branch
(for_statement) @branch
(foreach_statement) @branch
(while_statement) @branch
(do_statement) @branch
(case_statement) @branch
(match_conditional_expression) @branch
(catch_clause) @branch
(conditional_expression) @branch
(binary_expression operator: ["&&" "||" "and" "or" "??"]) @branch

(comment) @text.comment
(ERROR) @error.syntax
(MISSING) @error.missing
