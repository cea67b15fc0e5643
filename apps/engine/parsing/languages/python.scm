; Nodes of a Python file that facts are made from.

(function_definition) @definition.function
(class_definition) @definition.class
(type_alias_statement) @definition.type
(decorated_definition) @definition.decorated
(lambda) @scope.lambda
(for_in_clause) @scope.comprehension

(call) @reference.call
(await (call) @reference.awaited)
(subscript value: [(identifier) (attribute) (call)]) @reference.subscript
(assignment left: (subscript) @operator.set)
(delete_statement (subscript) @operator.delete)
(binary_operator left: [(identifier) (attribute) (call) (subscript)]) @operator.binary
(comparison_operator) @operator.comparison
(unary_operator argument: [(identifier) (attribute) (call) (subscript)]) @operator.unary
(raise_statement . [(identifier) (attribute)] @operator.raise)

(comparison_operator (attribute) @reference.read)
(binary_operator (attribute) @reference.read)
(not_operator (attribute) @reference.read)
(if_statement condition: (attribute) @reference.read)
(elif_clause condition: (attribute) @reference.read)
(while_statement condition: (attribute) @reference.read)
(if_clause (attribute) @reference.read)
(interpolation expression: (attribute) @reference.read)
(subscript (attribute) @reference.read)
(slice (attribute) @reference.read)
(expression_statement (attribute) @reference.read)
(list_comprehension body: (attribute) @reference.read)
(generator_expression body: (attribute) @reference.read)
(set_comprehension body: (attribute) @reference.read)
(unary_operator (attribute) @reference.read)
(assert_statement (attribute) @reference.read)
(parenthesized_expression (attribute) @reference.read)
(dictionary_splat (attribute) @reference.read)
(augmented_assignment (attribute) @reference.read)
(with_item value: (attribute) @reference.read)

(if_statement condition: (_) @asked.truth)
(elif_clause condition: (_) @asked.truth)
(while_statement condition: (_) @asked.truth)
(if_clause (_) @asked.truth)
(not_operator argument: (_) @asked.truth)
(boolean_operator left: (_) @asked.truth)
(conditional_expression . (_) . (_) @asked.truth . (_) .)
(assert_statement . (_) @asked.truth)
(interpolation) @asked.text

(assignment) @binding.assignment
(augmented_assignment) @binding.augmented
(named_expression) @binding.named
(for_statement) @binding.loop
(with_item) @binding.with
(with_statement "async" (with_clause (with_item) @binding.async))
(for_statement "async") @binding.async
(for_in_clause "async") @binding.async
(except_clause) @binding.except
(global_statement) @binding.global
(nonlocal_statement) @binding.nonlocal

(import_statement) @import.module
(import_from_statement) @import.from
(future_import_statement) @import.future

(call arguments: (argument_list [(identifier) (attribute)] @reference.name))
(keyword_argument value: [(identifier) (attribute)] @reference.name)
(return_statement [(identifier) (attribute)] @reference.name)
(yield [(identifier) (attribute)] @reference.name)
(assignment right: [(identifier) (attribute)] @reference.name)
(named_expression value: [(identifier) (attribute)] @reference.name)
(default_parameter value: [(identifier) (attribute)] @reference.name)
(typed_default_parameter value: [(identifier) (attribute)] @reference.name)
(lambda body: [(identifier) (attribute)] @reference.name)
(list [(identifier) (attribute)] @reference.name)
(tuple [(identifier) (attribute)] @reference.name)
(set [(identifier) (attribute)] @reference.name)
(expression_list [(identifier) (attribute)] @reference.name)
(pair value: [(identifier) (attribute)] @reference.name)
(list_splat [(identifier) (attribute)] @reference.name)
(conditional_expression [(identifier) (attribute)] @reference.name)
(boolean_operator [(identifier) (attribute)] @reference.name)
(raise_statement [(identifier) (attribute)] @reference.name)
(for_statement right: [(identifier) (attribute)] @reference.name)
(for_in_clause right: [(identifier) (attribute)] @reference.name)
(except_clause value: [(identifier) (attribute)] @reference.name)
(as_pattern [(identifier) (attribute)] @reference.name)

(if_statement) @branch.if
(elif_clause) @branch.elif
(while_statement) @branch.other
(for_statement) @branch.other
(except_clause) @branch.other
(case_clause) @branch.case
(conditional_expression) @branch.other
(boolean_operator) @branch.other
(if_clause) @branch.other
(yield) @definition.generator

(return_statement) @reference.returned
(comment) @text.comment
(ERROR) @error.syntax
(MISSING) @error.missing
