"""How large the code of a strategy file may be, so that reading it costs little whatever it holds."""

import ast

from platform_worker.imports import Finding

# Far above what people write: modules of 200 KB in published packages have at most 55,000 parts, 150 classes and
# depth 90.
PARTS_MAX = 100_000
CLASSES_MAX = 200
DEPTH_MAX = 200

# How a finding about nested code begins, from each of its sources: this module, Python's parser or its compiler.
DEEP = "the code nests too deeply"


def bounds_finding(tree: ast.Module) -> Finding | None:
    """Returns the first bound that a parsed file exceeds, at its line where it has one; None where it exceeds none."""
    parts, classes, line = 0, 0, None
    waiting: list[tuple[ast.AST, int]] = [(tree, 0)]
    while waiting:
        node, depth = waiting.pop()
        line = getattr(node, "lineno", line)
        parts += 1
        classes += isinstance(node, ast.ClassDef)
        if parts > PARTS_MAX:
            return Finding(None, f"the file has more than {PARTS_MAX} names, values and operations: shorten it")
        if classes > CLASSES_MAX:
            return Finding(None, f"the file has more than {CLASSES_MAX} classes: keep those that the strategy needs")
        if depth > DEPTH_MAX:
            return Finding(line, f"{DEEP}: more than {DEPTH_MAX} levels")
        waiting.extend((child, depth + 1) for child in ast.iter_child_nodes(node))
    return None
