# Definitions of Ruby files as Ripper, the interpreter's own parser, sees them: an independent count.
#
#   ruby definitions.rb < list of files, one path a line
#
# Prints JSON: {path: [[dotted name, line], …]}, or {path: "reason"} where Ripper does not accept a file.  Counted are classes,
# modules, methods in every form (`def`, `def self.x`, `define_method`, aliases, accessors) and types that `Struct.new`,
# `Data.define`, `Class.new` and `Module.new` make for a constant.
require 'json'
require 'ripper'

READERS = %w[attr_reader attr_accessor attr mattr_reader mattr_accessor cattr_reader cattr_accessor class_attribute].freeze
WRITERS = %w[attr_writer attr_accessor mattr_writer mattr_accessor cattr_writer cattr_accessor class_attribute].freeze
DEFINERS = %w[define_method define_singleton_method].freeze
MADE = { 'Struct' => 'new', 'Data' => 'define', 'Class' => 'new', 'Module' => 'new' }.freeze

# Walks what `Ripper.sexp` gives.
class Definitions
  attr_reader :found

  def initialize
    @found = []
  end

  def walk(node, scope)
    return unless node.is_a?(Array)

    case node[0]
    when :class then return type(node[1], node[2], node[3], scope)
    when :module then return type(node[1], nil, node[2], scope)
    when :def then return method(node[1], node[2..], scope)
    when :defs then return method(node[3], [node[1], *node[4..]], scope, owner(node[1]))
    when :alias then add(*literal(node[1]), scope)
    when :assign then return if made(node, scope)
    when :command, :method_add_arg then call(node, scope)
    when :method_add_block then return if defined_by(node, scope)
    end
    node.each { |part| walk(part, scope) }
  end

  private

  def add(name, line, scope)
    @found << [[scope, name].reject(&:empty?).join('.'), line] if name
  end

  def dotted(node)
    case node[0]
    when :const_ref, :var_ref, :top_const_ref, :top_const_field, :var_field then [node[1][1], node[1][2][0]]
    when :const_path_ref, :const_path_field
      [[dotted(node[1])[0], node[2][1]].reject(&:empty?).join('.'), node[2][2][0]]
    else ['', 0]
    end
  end

  def owner(node)
    return '' unless node[0] == :var_ref && node[1][0] == :@const

    node[1][1]
  end

  def type(name, above, body, scope)
    text, line = dotted(name)
    add(text, line, scope)
    inside = [scope, text].reject(&:empty?).join('.')
    struct(above, inside) if above
    walk(above, scope)
    walk(body, inside)
  end

  def method(name, rest, scope, of = '')
    text = [of, name[1]].reject(&:empty?).join('.')
    add(text, name[2][0], scope)
    walk(rest, [scope, text].reject(&:empty?).join('.'))
  end

  # The name and arguments of a call without a receiver.
  def plain(node)
    case node[0]
    when :command then [node[1][1], node[2]]
    when :method_add_arg
      node[1][0] == :fcall ? [node[1][1][1], node[2]] : nil
    end
  end

  def arguments(node)
    node = node[1] if node && node[0] == :arg_paren
    node && node[0] == :args_add_block ? node[1] : []
  end

  def literal(node)
    case node && node[0]
    when :symbol_literal
      inner = node[1][0] == :symbol ? node[1][1] : node[1]
      [inner[1], inner[2][0]]
    when :string_literal, :dyna_symbol
      content = node[1][0] == :string_content ? node[1][1..] : node[1..].flatten(1)
      content.size == 1 && content[0][0] == :@tstring_content ? [content[0][1], content[0][2][0]] : nil
    end
  end

  def call(node, scope)
    word, given = plain(node)
    return unless word

    names = arguments(given).filter_map { |argument| literal(argument) if argument.is_a?(Array) }
    names.each do |name, line|
      add(name, line, scope) if READERS.include?(word)
      add("#{name}=", line, scope) if WRITERS.include?(word)
    end
    add(*names[0], scope) if word == 'alias_method' && names.size == 2
    add(*names[0], scope) if DEFINERS.include?(word) && names[0] && literal(arguments(given)[0]) && !@in_block
  end

  # `define_method(:x) { … }`: what its block holds belongs to it.
  def defined_by(node, scope)
    word, given = plain(node[1])
    name = literal(arguments(given)[0]) if DEFINERS.include?(word)
    return false unless name

    add(*name, scope)
    walk(node[2], [scope, name[0]].reject(&:empty?).join('.'))
    true
  end

  def maker(node)
    node = node[1] if node[0] == :method_add_block
    given = nil
    given, node = node[2], node[1] if node[0] == :method_add_arg
    return nil unless node[0] == :call && %i[var_ref top_const_ref].include?(node[1][0]) && node[3].is_a?(Array)

    word = node[1][1][1]
    MADE[word] == node[3][1] ? [word, given] : nil
  end

  def struct(node, scope)
    word, given = maker(node)
    return unless %w[Struct Data].include?(word)

    arguments(given).each do |argument|
      name = argument[0] == :symbol_literal ? literal(argument) : nil
      add(*name, scope) if name
    end
  end

  def made(node, scope)
    return false unless node[2].is_a?(Array) && maker(node[2])

    name, line = dotted(node[1])
    return false if name.empty? || name !~ /\A[A-Z]/

    add(name, line, scope)
    inside = [scope, name].reject(&:empty?).join('.')
    struct(node[2], inside)
    walk(node[2], inside)
    true
  end
end

counted = $stdin.read.split("\n").to_h do |path|
  tree = Ripper.sexp(File.read(path, encoding: 'UTF-8'))
  next [path, 'a syntax error'] unless tree

  definitions = Definitions.new
  definitions.walk(tree, '')
  [path, definitions.found]
end
puts JSON.generate(counted)
