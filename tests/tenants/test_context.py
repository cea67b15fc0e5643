"""The tenant of a transaction."""

from __future__ import annotations

import pytest
from django.db import connection, transaction

from apps.tenants import services
from apps.tenants.context import current_tenant_id, tenant_scope, tenant_snapshot
from apps.tenants.models import Tenant
from tests.threads import together


def setting() -> str:
    with connection.cursor() as cursor:
        cursor.execute("SELECT current_setting('repolore.tenant', true)")
        return cursor.fetchone()[0] or ""


@pytest.mark.django_db(transaction=True)
def test_the_tenant_is_set_once_and_ends_with_its_transaction(django_assert_num_queries) -> None:
    with tenant_scope(7):
        assert (setting(), current_tenant_id()) == ("7", 7)
        with django_assert_num_queries(2), tenant_scope(7):  # a savepoint and its release; no second setting
            pass
        assert setting() == "7"
    assert (setting(), current_tenant_id()) == ("", None)


@pytest.mark.django_db(transaction=True)
def test_a_snapshot_stays_as_it_was_while_others_write() -> None:
    bakers = services.create_tenant(name="Bakers", slug="bakers")

    def renamed(name: str) -> str:
        """What is read before and after somebody else gives another name."""
        before = Tenant.objects.get(pk=bakers.pk).name
        together(1, lambda _number: Tenant.objects.filter(pk=bakers.pk).update(name=name))
        return f"{before}, {Tenant.objects.get(pk=bakers.pk).name}"

    with tenant_snapshot(bakers.pk):
        assert (setting(), current_tenant_id()) == (str(bakers.pk), bakers.pk)
        assert renamed("Cakes") == "Bakers, Bakers"
    with tenant_scope(bakers.pk):
        assert renamed("Pies") == "Cakes, Pies"
        with tenant_snapshot(bakers.pk):  # inside another scope: as that one is
            assert renamed("Tarts") == "Pies, Tarts"


@pytest.mark.django_db(transaction=True)
def test_an_error_takes_the_tenant_along() -> None:
    with transaction.atomic():
        with pytest.raises(RuntimeError), tenant_scope(7):
            raise RuntimeError
        assert (setting(), current_tenant_id()) == ("", None)


@pytest.mark.django_db(transaction=True)
def test_a_transaction_that_goes_on_has_no_tenant_and_may_turn_to_another() -> None:
    with transaction.atomic():
        with tenant_scope(7):
            pass
        assert setting() == ""
        with tenant_scope(8):
            assert setting() == "8"


@pytest.mark.django_db
def test_one_transaction_never_serves_two_tenants() -> None:
    with tenant_scope(7), pytest.raises(ValueError, match="one tenant"), tenant_scope(8):
        pass


@pytest.mark.django_db(transaction=True)
def test_threads_do_not_see_each_other() -> None:
    def one(number: int) -> bool:
        seen = []
        for round_ in range(50):
            tenant = number * 100 + round_
            with tenant_scope(tenant):
                seen.append(setting() == str(tenant) and current_tenant_id() == tenant)
            seen.append(setting() == "")
        return all(seen)

    assert all(together(6, one))
