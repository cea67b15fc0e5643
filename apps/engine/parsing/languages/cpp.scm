; Nodes of a C++ file that facts are made from.

(preproc_include) @import.include
(using_declaration) @import.using
(namespace_alias_definition) @import.using

(namespace_definition) @definition.namespace
(preproc_function_def) @definition.macro
(class_specifier body: (_)) @definition.class
(struct_specifier body: (_)) @definition.struct
(union_specifier body: (_)) @definition.union
(enum_specifier body: (_)) @definition.enum
(type_definition) @definition.type
(alias_declaration) @definition.type
(concept_definition) @definition.type
(function_definition) @definition.function
(declaration declarator: (function_declarator)) @definition.function
(declaration declarator: (operator_cast)) @definition.function
(declaration declarator: (_ (function_declarator))) @definition.function
(declaration declarator: (_ (_ (function_declarator)))) @definition.function
(field_declaration declarator: (function_declarator)) @definition.function
(field_declaration declarator: (operator_cast)) @definition.function
(field_declaration declarator: (_ (function_declarator))) @definition.function
(field_declaration declarator: (_ (_ (function_declarator)))) @definition.function

(lambda_expression) @scope.anonymous

(call_expression) @reference.call
(new_expression) @reference.call
(compound_literal_expression) @reference.call
(init_declarator value: [(argument_list) (initializer_list)]) @reference.call
(field_initializer) @reference.call
(co_await_expression (call_expression) @reference.awaited)

(preproc_def) @binding.variable
(declaration) @binding.variable
(catch_clause parameters: (parameter_list (parameter_declaration) @binding.variable))
(field_declaration) @binding.field
(enumerator) @binding.field
(assignment_expression) @binding.assignment
(for_range_loop) @binding.loop

(argument_list [(identifier) (qualified_identifier)] @reference.name)
(argument_list (pointer_expression argument: [(identifier) (qualified_identifier)] @reference.name))
(initializer_list [(identifier) (qualified_identifier)] @reference.name)
(initializer_list (pointer_expression argument: [(identifier) (qualified_identifier)] @reference.name))
(initializer_pair value: [(identifier) (qualified_identifier)] @reference.name)
(initializer_pair value: (pointer_expression argument: [(identifier) (qualified_identifier)] @reference.name))
(init_declarator value: [(identifier) (qualified_identifier)] @reference.name)
(init_declarator value: (pointer_expression argument: [(identifier) (qualified_identifier)] @reference.name))
(assignment_expression right: [(identifier) (qualified_identifier)] @reference.name)
(assignment_expression right: (pointer_expression argument: [(identifier) (qualified_identifier)] @reference.name))
(return_statement [(identifier) (qualified_identifier)] @reference.name)

(return_statement) @reference.returned
(co_yield_statement) @reference.yielded

(if_statement) @branch
(for_statement) @branch
(for_range_loop) @branch
(while_statement) @branch
(do_statement) @branch
(case_statement value: (_)) @branch
(catch_clause) @branch
(conditional_expression) @branch
(binary_expression operator: ["&&" "||" "and" "or"]) @branch

(comment) @text.comment
(ERROR) @error.syntax
(MISSING) @error.missing
