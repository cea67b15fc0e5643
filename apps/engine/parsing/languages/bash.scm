; Nodes of a shell script that facts are made from.

(function_definition) @definition.function

(command) @reference.command
(simple_expansion) @reference.variable
(expansion) @reference.expansion

(variable_assignment) @binding.assignment
(declaration_command) @binding.declaration
(for_statement) @binding.loop

(if_statement) @branch.arm
(elif_clause) @branch.arm
(while_statement) @branch.arm
(for_statement) @branch.arm
(c_style_for_statement) @branch.arm
(case_item) @branch.arm
(list) @branch.arm

(comment) @text.comment
(ERROR) @error.syntax
(MISSING) @error.missing
