"""What was asked, what was answered, and what readers thought of it."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from apps.tenants.models import Tenant, User


class Door(models.TextChoices):
    PORTAL = "portal", _("portal")
    API = "api", _("API")
    MCP = "mcp", _("MCP")


class Outcome(models.TextChoices):
    OPEN = "open", _("being answered")
    ANSWERED = "answered", _("answered")
    UNKNOWN = "unknown", _("not in the sources")
    NOTHING = "nothing", _("nothing found")
    INCOMPLETE = "incomplete", _("incomplete")
    REFUSED = "refused", _("refused")


class Question(models.Model):
    """One question and its answer.  `answer` is Markdown that refers to `citations` by number: [1].

    `generator` is the model that wrote the answer, "passages" where it was put together from passages.  `reason` is a stable code
    that tells why the answer is not whole, or why no model wrote it.  Rows outlive the user who asked.
    """

    tenant = models.ForeignKey(Tenant, on_delete=models.CASCADE, related_name="+")
    user = models.ForeignKey(User, null=True, on_delete=models.SET_NULL, related_name="+")
    door = models.CharField(max_length=10, choices=Door.choices, default=Door.PORTAL)
    token = models.CharField(max_length=40, blank=True, help_text=_("beginning of the access token that asked"))
    text = models.TextField()
    scope = models.JSONField(default=dict, blank=True)
    task = models.CharField(max_length=20, blank=True)
    language = models.CharField(max_length=10, blank=True)
    outcome = models.CharField(max_length=12, choices=Outcome.choices, default=Outcome.OPEN)
    reason = models.CharField(max_length=60, blank=True)
    generator = models.CharField(max_length=80, blank=True)
    answer = models.TextField(blank=True)
    citations = models.JSONField(default=list, blank=True)
    dropped = models.PositiveIntegerField(default=0, help_text=_("statements left out, since their citations did not hold"))
    created_at = models.DateTimeField(auto_now_add=True)
    finished_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["-pk"]
        indexes = [models.Index(fields=["tenant", "user", "-id"], name="questions_of_user")]
        verbose_name = _("question")
        verbose_name_plural = _("questions")

    def __str__(self) -> str:
        return self.text[:80]


class Verdict(models.TextChoices):
    UP = "up", _("helpful")
    DOWN = "down", _("not helpful")


class Feedback(models.Model):
    """What one reader thought of one answer, and why.  A reader who changes their mind changes the row."""

    tenant = models.ForeignKey(Tenant, on_delete=models.CASCADE, related_name="+")
    question = models.ForeignKey(Question, on_delete=models.CASCADE, related_name="+")
    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="+")
    verdict = models.CharField(max_length=4, choices=Verdict.choices)
    reason = models.TextField(_("reason"), max_length=1_000, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["question", "user"], name="one_feedback_per_reader")]
        verbose_name = _("feedback")
        verbose_name_plural = pgettext_lazy("several", "feedback")

    def __str__(self) -> str:
        return f"{self.verdict} {self.question_id}"
