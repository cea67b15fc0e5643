"""Names that Ruby and its most used libraries have without a receiver, and what queries of Active Record give."""

from __future__ import annotations

_KERNEL = """
puts print p pp raise fail require require_relative load autoload format sprintf printf putc gets lambda proc loop rand srand
sleep exit exit! abort at_exit binding block_given? caller caller_locations catch throw eval system exec spawn fork trap open
select test warn Integer Float String Array Hash Rational Complex freeze frozen? send public_send __send__ respond_to?
instance_variable_get instance_variable_set instance_variable_defined? instance_variables instance_of? is_a? kind_of? nil? tap
then yield_self dup clone object_id method public_method methods define_singleton_method singleton_class extend instance_eval
instance_exec itself inspect to_s hash display enum_for to_enum class __method__ __dir__ global_variables local_variables
set_trace_func readline readlines `
"""
_MODULE = """
include extend prepend attr_reader attr_writer attr_accessor attr private public protected module_function private_constant
private_class_method public_class_method define_method alias_method remove_method undef_method class_eval module_eval
const_get const_set const_missing constants instance_methods instance_method method_defined? public_instance_methods name
superclass ancestors allocate class_variable_get class_variable_set refine using included_modules const_defined? class_exec
module_exec public_instance_method instance_method remove_const private_instance_methods deprecate_constant new
"""
_SPECS = """
describe context it specify example before after around let let! subject expect allow expect_any_instance_of
allow_any_instance_of shared_examples shared_context shared_examples_for it_behaves_like include_examples include_context
is_expected pending skip double instance_double class_double object_double receive have_received eq eql be be_nil be_truthy
be_falsey be_falsy match raise_error change contain_exactly match_array have_attributes be_a be_an be_a_kind_of be_instance_of
be_within start_with end_with satisfy render_template redirect_to have_http_status xit xdescribe xcontext fit fdescribe
feature scenario background given stub_const spy aggregate_failures described_class an_instance_of hash_including
array_including anything a_string_matching instance_spy exist cover be_empty be_present be_blank be_valid be_persisted
have_content have_css have_selector visit click_on click_link click_button fill_in receive_messages receive_message_chain
have_key have_text have_link have_button within page
"""
_ONE_ROW = """
find find_by find_by! first first! last last! take take! create create! find_or_create_by find_or_create_by!
find_or_initialize_by build sole find_sole_by second third new detect sample
"""
_ROWS = """
active_scopes all and annotate compact distinct drop each each_slice each_with_index eager_load excluding extending filter
filter_map find_each find_in_batches flat_map from group group_by having in_batches in_order_of includes joins left_joins
left_outer_joins limit load lock map merge none not offset or order page partition per preload presence readonly references
reject reload reorder reverse reverse_order rewhere select sort_by strict_loading take_while to_a uniq unscope unscoped where
with_attached with_deleted without
"""
_LIBRARIES = """
Array Hash String Symbol Integer Float Numeric Object BasicObject Kernel Module Class NilClass TrueClass FalseClass Time Date
DateTime Enumerable Comparable Proc Range Regexp Struct Set IO File Dir Exception StandardError Process Thread Math Random Net
URI JSON YAML Rails ActiveRecord ActiveModel ActiveSupport ActiveJob ActiveStorage ActionController ActionDispatch
ActionMailer ActionView ActionCable ActionText ActionMailbox Rack Rake RSpec Minitest Devise Doorkeeper Sidekiq Grape Sinatra
Mongoid CarrierWave Paperclip Kaminari WillPaginate Redis Nokogiri Faraday Sequel GraphQL FactoryBot Capybara I18n Logger
OpenSSL
"""
KERNEL = frozenset(_KERNEL.split())
MODULE = frozenset(_MODULE.split())
SPECS = frozenset(_SPECS.split()) | {"include", "skip"}
FACTORIES = frozenset({
    "create", "build", "create_list", "build_list", "build_stubbed", "attributes_for", "create_pair", "build_pair",
    "build_stubbed_list",
})  # fmt: skip
REQUESTS = frozenset({
    "get", "post", "put", "patch", "delete", "head", "response", "request", "session", "flash", "cookies", "follow_redirect!",
    "assigns", "controller", "assert_response", "assert_redirected_to", "params",
})  # fmt: skip
# Queries of a class that stands for rows: those that give one row, and those that give a query or a list again.
ONE_ROW = frozenset(_ONE_ROW.split())
ROWS = frozenset(_ROWS.split())
RECORD = frozenset({"ActiveRecord.Base", "ApplicationRecord"})
# What repositories open to add to: what these names stand for is elsewhere.
LIBRARIES = frozenset(_LIBRARIES.split())
