; Nodes of a C file that facts are made from.

(preproc_include) @import.include

(preproc_function_def) @definition.macro
(struct_specifier body: (_)) @definition.struct
(union_specifier body: (_)) @definition.union
(enum_specifier body: (_)) @definition.enum
(type_definition) @definition.type
(function_definition) @definition.function
(declaration declarator: (function_declarator)) @definition.function
(declaration declarator: (attributed_declarator (function_declarator))) @definition.function
(declaration declarator: (pointer_declarator declarator: (function_declarator))) @definition.function
(declaration declarator: (pointer_declarator declarator: (pointer_declarator declarator: (function_declarator)))) @definition.function

(call_expression) @reference.call

(preproc_def) @binding.variable
(declaration) @binding.variable
(field_declaration) @binding.field
(enumerator) @binding.field
(assignment_expression) @binding.assignment

(argument_list (identifier) @reference.name)
(argument_list (pointer_expression argument: (identifier) @reference.name))
(argument_list (cast_expression value: (identifier) @reference.name))
(initializer_list (identifier) @reference.name)
(initializer_list (pointer_expression argument: (identifier) @reference.name))
(initializer_list (cast_expression value: (identifier) @reference.name))
(initializer_pair value: (identifier) @reference.name)
(initializer_pair value: (pointer_expression argument: (identifier) @reference.name))
(init_declarator value: (identifier) @reference.name)
(init_declarator value: (pointer_expression argument: (identifier) @reference.name))
(assignment_expression right: (identifier) @reference.name)
(assignment_expression right: (pointer_expression argument: (identifier) @reference.name))
(return_statement (identifier) @reference.name)
(conditional_expression consequence: (identifier) @reference.name)
(conditional_expression alternative: (identifier) @reference.name)

(return_statement) @reference.returned

(if_statement) @branch
(for_statement) @branch
(while_statement) @branch
(do_statement) @branch
(case_statement value: (_)) @branch
(conditional_expression) @branch
(binary_expression operator: ["&&" "||"]) @branch

(comment) @text.comment
(ERROR) @error.syntax
(MISSING) @error.missing
