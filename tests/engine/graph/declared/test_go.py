"""Names of Go: packages by folder and module, receivers, embedded types, several results."""

from __future__ import annotations

from tests.engine.graph.declared.reading import Answers

PROGRAM = {
    "go.mod": "module example.org/shop\n\ngo 1.22\n",
    "orders/model.go": """
        package orders

        type Base struct{ ID int }

        func (b *Base) Save() error { return nil }

        type Order struct {
            Base
            Items []*Item
            next  *Order
        }

        type Item struct{ Name string }

        func (i Item) Price() int { return 1 }
        func (o *Order) Total() (int, error) {
            sum := 0
            for _, item := range o.Items {
                sum += item.Price()
            }
            o.next.Total()
            o.Save()
            return sum, nil
        }
        func Find(id int) (Order, error) { return Order{}, nil }
    """,
    "orders/model_test.go": """
        package orders_test

        import (
            "example.org/shop/orders"
            "github.com/stretchr/testify/assert"
        )

        func TestFind(t *testing.T) {
            order, _ := orders.Find(1)
            order.Total()
            assert := assert.New(t)
            assert.Equal(1, 1)
        }
    """,
    "main.go": """
        package main

        import (
            "fmt"
            ord "example.org/shop/orders"
        )

        type Finder interface { Find(id int) ord.Order }

        func main() {
            var finder Finder
            finder.Find(2).Total()
            order := &ord.Order{}
            order.Save()
            fmt.Println(len("x"))
            run(func() { order.Total() })
            other.Missing()
        }

        func run(f func()) { f() }
    """,
}


def test_calls_across_packages_receivers_and_embedding() -> None:
    answers = Answers("Go", PROGRAM, ".go")
    assert answers.calls("orders/model.go") == [
        ("item.Price", "orders/model.go#Item.Price", "inferred"),
        ("o.next.Total", "orders/model.go#Order.Total", "inferred"),
        ("o.Save", "orders/model.go#Base.Save", "inferred"),
        ("Order", "orders/model.go#Order", "exact"),
    ]
    assert answers.calls("main.go") == [
        ("Total", "orders/model.go#Order.Total", "inferred"),
        ("finder.Find", "main.go#Finder.Find", "inferred"),
        ("ord.Order", "orders/model.go#Order", "exact"),
        ("order.Save", "orders/model.go#Base.Save", "inferred"),
        ("fmt.Println", "fmt.Println", "exact"),
        ("len", "builtins.len", "exact"),
        ("run", "main.go#run", "exact"),
        ("order.Total", "orders/model.go#Order.Total", "inferred"),
        ("other.Missing", "?", ""),
        ("f", "?", ""),
    ]


def test_a_package_of_tests_and_a_variable_named_as_its_package() -> None:
    answers = Answers("Go", PROGRAM, ".go")
    assert answers.calls("orders/model_test.go") == [
        ("orders.Find", "orders/model.go#Find", "exact"),
        ("order.Total", "orders/model.go#Order.Total", "inferred"),
        ("assert.New", "github.com/stretchr/testify/assert.New", "exact"),
        ("assert.Equal", "github.com/stretchr/testify/assert.New().Equal", "inferred"),
    ]
    assert [base.symbol for base in answers.names.bases("orders/model.go", "Order")] == ["orders/model.go#Base"]


def test_folders_of_the_program_that_are_called_as_versions_are() -> None:
    program = {
        "go.mod": "module example.org/shop/v3\n\ngo 1.22\n",
        "shop.go": "package shop\nfunc Open() {}\n",
        "api/v1/orders.go": "package v1\nfunc List() {}\n",
        "api/v2/orders.go": "package v2\nfunc List() {}\n",
        "api/api.go": "package api\nfunc List() {}\n",
        "cmd/main.go": """
            package main
            import (
                "example.org/shop/v3"
                "example.org/shop/v3/api"
                "example.org/shop/v3/api/v1"
                "example.org/shop/v3/api/v2"
                "github.com/jackc/pgx/v5"
            )
            func main() {
                shop.Open()
                api.List()
                v1.List()
                v2.List()
                pgx.Connect()
            }
        """,
    }
    assert Answers("Go", program, ".go").calls("cmd/main.go")[:-1] == [
        ("shop.Open", "shop.go#Open", "exact"),
        ("api.List", "api/api.go#List", "exact"),
        ("v1.List", "api/v1/orders.go#List", "exact"),
        ("v2.List", "api/v2/orders.go#List", "exact"),
    ]
