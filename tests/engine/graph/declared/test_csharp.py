"""Names of C#: namespaces, usings of files and projects, partial classes, extension methods, collections, overloads."""

from __future__ import annotations

from apps.engine.graph.declared.dotnet_projects import project_usings
from tests.engine.graph.declared.reading import Answers

PROGRAM = {
    "src/Shop/Shop.csproj": """
        <Project Sdk="Microsoft.NET.Sdk.Web">
          <PropertyGroup><ImplicitUsings>enable</ImplicitUsings></PropertyGroup>
          <ItemGroup><Using Include="Shop.Tools" /><Using Remove="System.Linq" /></ItemGroup>
        </Project>
    """,
    "src/Shop/Usings.cs": """
        global using Shop.Model;
    """,
    "src/Shop/Model/Order.cs": """
        namespace Shop.Model;

        public interface IHaveLines { void Check(); }
        public partial class Order(int number) : Entity, IHaveLines
        {
            public Order() : this(1) { }
            public List<Line> Lines { get; } = new();
            public string Code { get => code; set { Save(value); Save(number); } }
            public void Check() { base.Touch(); Rest(); GetHashCode(); }
            void Save(string text) { }
            void Save(int number) { }
        }
        public class Line { public Order Owner { get; set; } public void Ship() { } public static Line Make() => new Line(); }
    """,
    "src/Shop/Model/OrderRest.cs": """
        namespace Shop.Model { public partial class Order { void Rest() { Check(); } } }
    """,
    "src/Shop/Entity.cs": """
        namespace Shop;
        public abstract class Entity { protected Entity() { } public void Touch() { } }
    """,
    "src/Shop/Tools/Extensions.cs": """
        namespace Shop.Tools;
        public static class Extensions
        {
            public static bool Big(this Order order, int than) => true;
            public static IEnumerable<T> Twice<T>(this IEnumerable<T> items) => items;
            public static void AddShop(this IServiceCollection services) { }
            public static string Cut(this string text, int at) => text;
        }
    """,
    "src/Shop/Api/OrderController.cs": """
        using Acme.Mail;
        using Microsoft.AspNetCore.Mvc;
        using Short = Shop.Model.Line;
        namespace Shop.Api;

        public class OrderController(IStore<Order> store, ILogger<Order> log) : ControllerBase
        {
            private readonly Dictionary<int, Order> byId = new();

            public async Task<IActionResult> Show(int id, Func<int> count)
            {
                var order = await store.FindAsync(id);
                order.Check();
                order?.Lines.Where(x => x.Owner.Big(2)).First().Ship();
                foreach (var line in order.Lines) { line.Ship(); }
                foreach (var (key, value) in byId) { }
                foreach (var pair in byId) { pair.Value.Check(); }
                byId[3].Check();
                "text".Cut(2);
                order.Lines.Twice();
                log.LogInformation("x");
                Mailer.Send();
                File.Exists("x");
                Short.Make().Ship();
                new Order(3);
                count();
                order.Generated().Later();
                return Ok(order);
            }
        }
        public interface IStore<T> { Task<T> FindAsync(int id); }
    """,
    "src/Shop/Program.cs": """
        var builder = WebApplication.CreateBuilder(args);
        builder.Services.AddShop();
        var other = builder.Services.GetRequiredService<Order>();
        other.Check();
        Shop.Model.Line.Make();
    """,
}


def test_calls() -> None:
    answers = Answers("C#", PROGRAM, ".cs")
    order, tools = "src/Shop/Model/Order.cs", "src/Shop/Tools/Extensions.cs"
    web = "src/Shop/Api/OrderController.cs"
    assert answers.calls(web) == [
        ("Dictionary", "System.Collections.Generic.Dictionary", "exact"),
        ("store.FindAsync", f"{web}#IStore.FindAsync", "inferred"),
        ("order.Check", f"{order}#Order.Check", "inferred"),
        ("Ship", f"{order}#Line.Ship", "inferred"),
        ("First", "System.Collections.Generic.List.First", "inferred"),
        ("Where", "System.Collections.Generic.List.Where", "inferred"),
        ("x.Owner.Big", f"{tools}#Extensions.Big", "inferred"),
        ("line.Ship", f"{order}#Line.Ship", "inferred"),
        ("pair.Value.Check", f"{order}#Order.Check", "inferred"),
        ("Check", f"{order}#Order.Check", "inferred"),
        ("Cut", f"{tools}#Extensions.Cut", "inferred"),
        ("order.Lines.Twice", f"{tools}#Extensions.Twice", "inferred"),
        ("log.LogInformation", "Microsoft.Extensions.Logging.ILogger.LogInformation", "inferred"),
        ("Mailer.Send", "Acme.Mail.Mailer.Send", "name"),
        ("File.Exists", "System.IO.File.Exists", "exact"),
        ("Ship", f"{order}#Line.Ship", "inferred"),
        ("Short.Make", f"{order}#Line.Make", "exact"),
        ("Order", f"{order}#Order", "exact"),
        ("count", "System.Func.Invoke", "inferred"),
        ("Later", "?", "exact"),
        ("order.Generated", "?", "exact"),
        ("Ok", "Microsoft.AspNetCore.Mvc.ControllerBase.Ok", "inferred"),
    ]


def test_members_of_partial_classes_and_bases() -> None:
    answers = Answers("C#", PROGRAM, ".cs")
    order, entity = "src/Shop/Model/Order.cs", "src/Shop/Entity.cs"
    assert answers.calls(order) == [
        ("this", f"{order}#Order", "exact"),
        ("List", "System.Collections.Generic.List", "exact"),
        ("Save", f"{order}#Order.Save", "exact"),
        ("Save", f"{order}#Order.Save#2", "exact"),
        ("base.Touch", f"{entity}#Entity.Touch", "exact"),
        ("Rest", "src/Shop/Model/OrderRest.cs#Order.Rest", "exact"),
        ("GetHashCode", "System.Object.GetHashCode", "inferred"),
        ("Line", f"{order}#Line", "exact"),
    ]
    assert answers.runs("src/Shop/Model/OrderRest.cs", "Check") == f"{order}#Order.Check"


def test_programs_without_a_namespace() -> None:
    builder = "Microsoft.AspNetCore.Builder.WebApplication.CreateBuilder"
    assert Answers("C#", PROGRAM, ".cs").calls("src/Shop/Program.cs") == [
        ("WebApplication.CreateBuilder", builder, "exact"),
        ("builder.Services.AddShop", "src/Shop/Tools/Extensions.cs#Extensions.AddShop", "inferred"),
        ("builder.Services.GetRequiredService", f"{builder}().Services.GetRequiredService", "inferred"),
        ("other.Check", "src/Shop/Model/Order.cs#Order.Check", "inferred"),
        ("Shop.Model.Line.Make", "src/Shop/Model/Order.cs#Line.Make", "exact"),
    ]


def test_usings_of_projects() -> None:
    usings = project_usings(PROGRAM)
    assert usings[""] == ("src/Shop",)
    assert {"System", "System.IO", "Microsoft.AspNetCore.Routing", "Shop.Tools"} <= set(usings)
    assert "System.Linq" not in usings
    below = {
        "Directory.Build.props": "<Project><PropertyGroup><ImplicitUsings>enable</ImplicitUsings></PropertyGroup></Project>",
        "a/A.csproj": '<Project Sdk="Microsoft.NET.Sdk"></Project>',
        "b/B.csproj": "<Project><PropertyGroup><ImplicitUsings>disable</ImplicitUsings></PropertyGroup></Project>",
        "c/C.csproj": "<Project",
    }
    assert project_usings(below)["System"] == ("a",) and project_usings(below)[""] == ("a", "b")


def test_projects_that_name_their_types_alike() -> None:
    answers = Answers(
        "C#",
        {
            "a/A.csproj": "<Project />",
            "b/B.csproj": "<Project />",
            "a/Setup.cs": "static class Setup { public static void AddAll(this IHost host) { } }",
            "b/Setup.cs": "static class Setup { public static void AddAll(this IHost host) { } }",
            "b/Program.cs": "var host = Host.Create();\nhost.AddAll();\nSetup.AddAll(host);",
            "a/Program.cs": "IHost host = Host.Create();\nhost.AddAll();",
        },
        ".cs",
    )
    assert [target for _, target, _ in answers.calls("b/Program.cs")][1:] == ["b/Setup.cs#Setup.AddAll"] * 2
    assert answers.runs("a/Program.cs", "host.AddAll") == "a/Setup.cs#Setup.AddAll"


DATA = {
    "Data/Mapper.cs": """
        using System;
        using System.Data;
        using System.Data.Common;
        namespace Data;
        public record Command(string Text);
        public class Row { }
        public interface ISet { void Fill(Row row, int at); }
        public static class Mapper
        {
            public static int Run(this IDbConnection on, string sql, object more = null, int wait = 0) => Run(on, new Command(sql));
            public static int Run(this IDbConnection on, Command command) => 1;
            public static T Run<T>(this IDbConnection on, string sql, object more = null, int wait = 0) => Run<T>(on, typeof(T), sql);
            private static T Run<T>(this IDbConnection on, Type type, string sql) => default;
            public static string Short(this Row row) => Short(null, 1);
            public static string Short(object given, int size) => "";
            public static int Map<A, T>(this Row row, Func<A, T> map) => 1;
            public static int Map<A, B, T>(this Row row, Func<A, B, T> map) => 2;
            public static string Titled(this Type type) => "";
        }
    """,
    "Data/Uses.cs": """
        using System;
        using System.Data;
        using System.Data.Common;
        using System.Collections.Generic;
        namespace Data;
        public class Uses
        {
            void All(DbCommand command, DbConnection connection, SqlConnection own, string text, Row row, int other)
            {
                command.Run("a");
                connection.Run("b");
                own.Run(new Command(text));
                Mapper.Run<Row>(connection, text);
                text.Short();
                row.Short();
                int.Titled();
                typeof(int).Titled();
                Unknown.Made().Run("select");
            }
            void Map<A, B, T>(Row row, Func<A, B, T> map, object result)
            {
                row.Map(map);
                IDbConnection later = null;
                later = Unknown.Made();
                later.Run("select");
            }
        }
        public class Rows : List<Row>
        {
            public void Add(Row row, string name) { Add(row); Add(row, "x"); }
        }
        public class Set : ISet
        {
            void ISet.Fill(Row row, int at) => Fill(row, at);
            public void Fill(Row row, int at, string name = "") { }
        }
    """,
}


def test_extension_methods_are_for_what_they_are_declared_for() -> None:
    mapper = "Data/Mapper.cs#Mapper"
    assert Answers("C#", DATA, ".cs").calls("Data/Uses.cs")[:10] == [
        ("command.Run", "System.Data.Common.DbCommand.Run", "inferred"),
        ("connection.Run", f"{mapper}.Run", "inferred"),
        ("own.Run", f"{mapper}.Run#2", "inferred"),
        ("Command", "Data/Mapper.cs#Command", "exact"),
        ("Mapper.Run", f"{mapper}.Run#3", "exact"),
        ("text.Short", "System.String.Short", "inferred"),
        ("row.Short", f"{mapper}.Short", "inferred"),
        ("int.Titled", "System.Int32.Titled", "exact"),
        ("Titled", f"{mapper}.Titled", "inferred"),
        ("Run", f"{mapper}.Run", "name"),
    ]


def test_overloads_by_the_arguments_that_they_take() -> None:
    answers = Answers("C#", DATA, ".cs")
    mapper, uses = "Data/Mapper.cs#Mapper", "Data/Uses.cs#"
    assert [item for item in answers.calls("Data/Mapper.cs") if item[0] != "Command"] == [
        ("Run", f"{mapper}.Run#2", "exact"),
        ("Run", f"{mapper}.Run#4", "exact"),
        ("Short", f"{mapper}.Short#2", "exact"),
    ]
    assert answers.calls("Data/Uses.cs")[-6:] == [
        ("row.Map", f"{mapper}.Map#2", "inferred"),
        ("Unknown.Made", "Unknown.Made", "name"),
        ("later.Run", f"{mapper}.Run", "inferred"),
        ("Add", "System.Collections.Generic.List.Add", "inferred"),
        ("Add", f"{uses}Rows.Add", "exact"),
        ("Fill", f"{uses}Set.Fill#2", "exact"),
    ]


def test_types_of_one_name_with_and_without_type_arguments() -> None:
    texts = {
        "Key.cs": """
            class Key<T> { public Key(string text, int at = 0) { } }
            class Key { public Key(string text, string more = "") { } }
            class Uses { void All() { new Key("text"); new Key<int>("text"); } }
        """,
    }
    assert [target for _, target, _ in Answers("C#", texts, ".cs").calls("Key.cs")] == ["Key.cs#Key#2.Key", "Key.cs#Key.Key"]
