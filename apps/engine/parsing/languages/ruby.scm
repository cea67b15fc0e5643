; Nodes of a Ruby file that facts are made from.

(class) @definition.class
(module) @definition.module
(method) @definition.method
(singleton_method) @definition.method
(alias) @definition.alias
(assignment left: [(constant) (scope_resolution)] right: (call method: [(identifier) (constant)] @word) (#any-of? @word "new" "define")) @definition.assigned

(call !receiver method: (identifier) @word
  arguments: (argument_list [(simple_symbol) (string)] @definition.accessor)
  (#any-of? @word "attr_reader" "attr_accessor" "attr" "mattr_reader" "mattr_accessor" "cattr_reader" "cattr_accessor" "class_attribute"))
(call !receiver method: (identifier) @word
  arguments: (argument_list [(simple_symbol) (string)] @definition.writer)
  (#any-of? @word "attr_writer" "attr_accessor" "mattr_writer" "mattr_accessor" "cattr_writer" "cattr_accessor" "class_attribute"))
(call receiver: (constant) @word method: (identifier)
  arguments: (argument_list (simple_symbol) @definition.accessor)
  (#any-of? @word "Struct" "Data"))
(call !receiver method: (identifier) @word (#any-of? @word "define_method" "define_singleton_method")) @definition.defined
(call !receiver method: (identifier) @word (#eq? @word "alias_method")) @definition.alias

(call !receiver method: (identifier) @word
  (#any-of? @word "require" "require_relative" "autoload" "load")) @import.require
(call method: (identifier) @word (#any-of? @word "include" "extend" "prepend")) @conformance

(body_statement (identifier) @visibility.section
  (#any-of? @visibility.section "private" "protected" "public" "module_function"))
(call !receiver method: (identifier) @word
  (#any-of? @word "private" "protected" "public" "module_function" "private_class_method" "public_class_method")) @visibility.named

(do_block) @scope.anonymous
(block) @scope.anonymous
(lambda) @scope.anonymous

(call) @reference.call
(super) @reference.super
(element_reference object: (constant) @word (#eq? @word "ENV")) @reference.environment

(call receiver: (identifier) @reference.bare)
(argument_list (identifier) @reference.bare)
(body_statement (identifier) @reference.bare)
(block_body (identifier) @reference.bare)
(program (identifier) @reference.bare)
(method body: (identifier) @reference.bare)
(singleton_method body: (identifier) @reference.bare)
(then (identifier) @reference.bare)
(else (identifier) @reference.bare)
(do (identifier) @reference.bare)
(ensure (identifier) @reference.bare)
(begin (identifier) @reference.bare)
(parenthesized_statements (identifier) @reference.bare)
(interpolation (identifier) @reference.bare)
(binary [left: (identifier) @reference.bare right: (identifier) @reference.bare])
(unary operand: (identifier) @reference.bare)
(conditional (identifier) @reference.bare)
(range (identifier) @reference.bare)
(if condition: (identifier) @reference.bare)
(unless condition: (identifier) @reference.bare)
(elsif condition: (identifier) @reference.bare)
(while condition: (identifier) @reference.bare)
(until condition: (identifier) @reference.bare)
(if_modifier (identifier) @reference.bare)
(unless_modifier (identifier) @reference.bare)
(while_modifier (identifier) @reference.bare)
(until_modifier (identifier) @reference.bare)
(rescue_modifier (identifier) @reference.bare)
(case value: (identifier) @reference.bare)
(when (pattern (identifier) @reference.bare))
(in (identifier) @reference.bare)
(pair value: (identifier) @reference.bare)
(array (identifier) @reference.bare)
(right_assignment_list (identifier) @reference.bare)
(assignment right: (identifier) @reference.bare)
(operator_assignment right: (identifier) @reference.bare)
(element_reference (identifier) @reference.bare)
(splat_argument (identifier) @reference.bare)
(hash_splat_argument (identifier) @reference.bare)
(block_argument (identifier) @reference.bare)
(optional_parameter value: (identifier) @reference.bare)
(keyword_parameter value: (identifier) @reference.bare)

(argument_list [(constant) (scope_resolution)] @reference.name)
(pair value: [(constant) (scope_resolution)] @reference.name)
(array [(constant) (scope_resolution)] @reference.name)
(assignment right: [(constant) (scope_resolution)] @reference.name)
(body_statement [(constant) (scope_resolution)] @reference.name)
(block_body [(constant) (scope_resolution)] @reference.name)
(exceptions [(constant) (scope_resolution)] @reference.name)
(pattern [(constant) (scope_resolution)] @reference.name)
(argument_list (simple_symbol) @reference.symbol)

(assignment) @binding.assignment
(operator_assignment) @binding.assignment
(for) @binding.loop
(rescue) @binding.rescue

(return) @reference.returned

(if) @branch
(unless) @branch
(elsif) @branch
(while) @branch
(until) @branch
(for) @branch
(if_modifier) @branch
(unless_modifier) @branch
(while_modifier) @branch
(until_modifier) @branch
(conditional) @branch
(when) @branch
(in_clause) @branch
(rescue) @branch
(rescue_modifier) @branch
(binary operator: ["&&" "||" "and" "or"]) @branch

(comment) @text.comment
(ERROR) @error.syntax
(MISSING) @error.missing
