"""The checks of any strategy file before it is run: text that parses, compiles and is of bounded size."""

import ast
import warnings

from platform_worker.bounds import DEEP, bounds_finding
from platform_worker.imports import Finding

# The messages of Python's parser and compiler for code that is nested beyond what they can hold.
TOO_DEEP = ("too many nested", "too many statically nested", "too many levels of indentation")
HALF_CHARACTER = "the text holds half a character (a lone surrogate)"


def parse(code: str, name: str) -> ast.Module | Finding:
    """Parses and compiles a strategy without executing it; a `Finding` says where it doesn't, or is too large."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            tree = ast.parse(text_of(code), name)
            exceeded = bounds_finding(tree)
            if exceeded is not None:
                return exceeded
            compile(tree, name, "exec", dont_inherit=True)
        except SyntaxError as error:
            return Finding(error.lineno, _words(error.msg))
        except UnicodeEncodeError as error:
            return Finding(code.count("\n", 0, error.start) + 1, HALF_CHARACTER)
        except (RecursionError, MemoryError):
            return Finding(None, DEEP)
        except ValueError as error:
            return Finding(None, f"the file can't be compiled: {error}")
    return tree


def text_of(code: str) -> str:
    """Returns the code without the mark that some editors begin a file with."""
    return code.removeprefix("\ufeff")


def _words(message: str) -> str:
    return f"{DEEP}: {message}" if message.startswith(TOO_DEEP) else message
