"""From a context to an answer: what a model is asked, how what it writes is cut into statements, and which of them hold.

Pure: who writes and who reads is `search.ask`.
"""

from apps.engine.answering.extract import Extract, Extracted, extract
from apps.engine.answering.prompt import SYSTEM, UNKNOWN, user_text
from apps.engine.answering.statements import Statement, Statements
from apps.engine.answering.verify import Evidence, Fault, evidence_of, fault_of

__all__ = [
    "SYSTEM",
    "UNKNOWN",
    "Evidence",
    "Extract",
    "Extracted",
    "Fault",
    "Statement",
    "Statements",
    "evidence_of",
    "extract",
    "fault_of",
    "user_text",
]
