"""Writes: repositories, what was seen of them, their texts, and the state of their syncs."""

from apps.repos.services.registration import (
    DeletionPreview,
    change_repo,
    check_address,
    check_change,
    check_registration,
    delete_repo,
    preview_deletion,
    register_local_repo,
    register_repo,
    set_active,
)
from apps.repos.services.runs import (
    claim,
    enter_step,
    fail,
    finish,
    quarantine,
    report,
    request,
    return_to_waiting,
    set_commit,
    supersede,
)
from apps.repos.services.sources import record_fetch, record_head, store_commits
from apps.repos.services.texts import StoredText, drop_unreferenced_blobs, store_blob_html, store_blobs

__all__ = [
    "DeletionPreview",
    "StoredText",
    "change_repo",
    "check_address",
    "check_change",
    "check_registration",
    "claim",
    "delete_repo",
    "drop_unreferenced_blobs",
    "enter_step",
    "fail",
    "finish",
    "preview_deletion",
    "quarantine",
    "record_fetch",
    "record_head",
    "register_local_repo",
    "register_repo",
    "report",
    "request",
    "return_to_waiting",
    "set_active",
    "set_commit",
    "store_blob_html",
    "store_blobs",
    "store_commits",
    "supersede",
]
