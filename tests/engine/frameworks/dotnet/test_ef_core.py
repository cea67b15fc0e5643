"""Models of Entity Framework Core: sets, configurations, annotations, conventions."""

from __future__ import annotations

from tests.engine.frameworks.building import facts_of, model, relations

ENTITIES = """
    using System.ComponentModel.DataAnnotations;
    namespace Shop.Model;

    public abstract class Entity { public int Id { get; private set; } }

    /// <summary>An order.</summary>
    public class Order : Entity
    {
        private readonly List<Line> _lines = new();
        private string _secret;
        private int _unmapped;
        public const string Path = "x";
        public static int Count { get; set; }
        public required string Code { get; set; }
        [MaxLength(40)] public string? Note { get; set; }
        [NotMapped] public string Temporary { get; set; }
        public decimal Total => 3;
        public int? BuyerId { get; set; }
        public Buyer Buyer { get; }
        public IReadOnlyCollection<Line> Lines => _lines.AsReadOnly();
        public Address Address { get; set; }
        public State State { get; set; }
        public List<Tag> Tags { get; set; }
        public string Skipped { get; set; }
    }
    public class Line { [Key] public Guid Number { get; set; } public Order Order { get; set; } }
    public class Buyer { public int BuyerId { get; set; } public Collection Collection { get; set; } }
    public class Collection { public int Id { get; set; } public ICollection<Buyer> Buyers { get; set; } }
    public class Tag { public int Id { get; set; } public List<Order> Orders { get; set; } }
    public class Address { public string Street { get; set; } public string City { get; set; } }
    public enum State { Open }
    public class Report { public string Name { get; set; } }
    public class Unrelated { public int Id { get; set; } }
    [Table("people"), Index(nameof(Person.Name), IsUnique = true)]
    public class Person : IdentityUser { [Column("full_name", TypeName = "text")] public string Name { get; set; } }
"""
CONTEXT = """
    using Microsoft.EntityFrameworkCore;
    namespace Shop.Data;
    using Shop.Model;

    public class ShopContext : IdentityDbContext<Person>
    {
        public DbSet<Order> Orders { get; set; }
        public DbSet<Report> Reports => Set<Report>();

        protected override void OnModelCreating(ModelBuilder model)
        {
            model.ApplyConfiguration(new OrderConfiguration());
            model.Entity<Report>(b =>
            {
                b.HasNoKey();
                b.ToView("reports");
            });
            model.Entity<Line>().HasKey(x => new { x.Number, x.Order });
            model.Entity<Buyer>().HasIndex(x => x.BuyerId).IsUnique();
        }
    }
    public class OrderConfiguration : IEntityTypeConfiguration<Order>
    {
        public void Configure(EntityTypeBuilder<Order> builder)
        {
            builder.ToTable("orders", "sales");
            builder.Property(o => o.Code).HasMaxLength(12).HasColumnName("code").IsRequired();
            builder.Property(o => o.Note).IsRequired();
            builder.Property("_secret").HasDefaultValue("x");
            builder.Property(o => o.Id).UseHiLo("seq");
            builder.Ignore(o => o.Skipped);
            builder.HasIndex(o => new { o.Code, o.BuyerId }).IsUnique();
            builder.HasOne(o => o.Buyer).WithMany().HasForeignKey(o => o.BuyerId);
            builder.OwnsOne(o => o.Address, a =>
            {
                a.Property(a => a.City).HasMaxLength(9);
            });
        }
    }
"""
SOURCES = {"Model/Order.cs": ENTITIES, "Data/ShopContext.cs": CONTEXT}


def test_entities_are_what_contexts_keep_and_what_these_lead_to() -> None:
    found = facts_of(SOURCES)
    assert sorted((item.name, item.kind, item.table) for item in found.models) == [
        ("Address", "embedded", ""),
        ("Buyer", "table", ""),
        ("Collection", "table", ""),
        ("Line", "table", ""),
        ("Order", "table", "orders"),
        ("Person", "table", "people"),
        ("Report", "table", "reports"),
        ("Tag", "table", ""),
    ]
    assert "Entity Framework Core" in found.frameworks


def test_fields_with_what_calls_and_attributes_say() -> None:
    order = model(facts_of(SOURCES), "Order")
    assert [(item.name, item.type, item.detail, item.is_key, item.inherited_from) for item in order.fields] == [
        ("Id", "int", "generated", True, "Entity"),
        ("_secret", "string", "default x", False, ""),
        ("Code", "string", "not null, length 12, column code", False, ""),
        ("Note", "string?", "length 40, not null", False, ""),
        ("BuyerId", "int?", "null", False, ""),
        ("State", "State", "", False, ""),
    ]
    assert [(item.kind, item.text) for item in order.constraints] == [("unique", "Code, BuyerId")]
    assert (order.docstring, order.symbol) == ("An order.", "Model/Order.cs#Order")
    person = model(facts_of(SOURCES), "Person")
    assert [(item.name, item.detail) for item in person.fields] == [("Name", "column full_name, type text")]
    assert [(item.kind, item.text) for item in person.constraints] == [("unique", "Name")]


def test_keys_and_relations() -> None:
    found = facts_of(SOURCES)
    assert relations(model(found, "Order")) == [
        ("Buyer", "many to one", "Buyer"),
        ("Lines", "one to many", "Line"),
        ("Address", "embedded", "Address"),
        ("Tags", "many to many", "Tag"),
    ]
    assert relations(model(found, "Line")) == [("Order", "many to one", "Order")]
    assert relations(model(found, "Buyer")) == [("Collection", "many to one", "Collection")]
    assert relations(model(found, "Collection")) == [("Buyers", "one to many", "Buyer")]
    line = model(found, "Line")
    assert [(item.kind, item.text) for item in line.constraints] == [("primary key", "Number, Order")]
    assert [(item.name, item.is_key, item.detail) for item in model(found, "Buyer").fields] == [("BuyerId", True, "unique")]
    assert not any(item.is_key for item in model(found, "Report").fields)


def test_nothing_without_the_package() -> None:
    assert not [item for item in facts_of({"Model/Order.cs": ENTITIES}).models if item.framework]
