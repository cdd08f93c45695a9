"""Replaces the ids in the document's examples with existing ones, so that its requests reach real records."""

import json
import os

import schemathesis
from schemathesis.generation import GenerationMode

EXISTING = json.loads(os.environ["EXISTING"])
ACCEPTED = json.loads(os.environ["ACCEPTED"])


def existing(value):
    if isinstance(value, dict):
        return {name: existing(inner) for name, inner in value.items()}
    if isinstance(value, list):
        return [existing(inner) for inner in value]
    return EXISTING.get(value, value) if isinstance(value, str) else value


@schemathesis.hook
def before_call(context, case, kwargs):
    for part in ("path_parameters", "query", "body"):
        put(case, part, existing(getattr(case, part)))
    # Sequences go on from what a creation gave: one of a right form is made one that is accepted.
    if case.meta.phase.name == "stateful" and case.meta.generation.mode == GenerationMode.POSITIVE:
        put(case, "body", ACCEPTED.get(case.operation.label, case.body))


def put(case, part, value):
    """Sets only what differs: a part that is set is judged again, and an optional body left out is then a wrong one."""
    if value != getattr(case, part):
        setattr(case, part, value)
