"""Runs inside the browser's Python: byte code is good for the one version that compiled it, and that is this one.

What only programmers and type checkers read goes: docstrings, and what functions say of types. Assertions stay, and the
lines of our own modules, so that what fails says where. Fields of classes keep their types, which are read at run time.
"""

import ast
import importlib.util
import marshal
from pathlib import Path
from types import CodeType
from typing import Any

NO_PLACE = 0x80 | 15 << 3
"""An entry of a table of lines that has none (CPython's `InternalDocs/code_objects.md`): of how many, says the rest."""
TEMPLATE = "tmpl_"
"""So begins the module of a template: its lines are none that anybody wrote."""
DOCUMENTED = "events.py"
"""SQLAlchemy writes into the docstrings of its events when it is loaded."""


class Strip(ast.NodeTransformer):
    """Takes out of a syntax tree what does nothing at run time."""

    def __init__(self, docstrings: bool) -> None:
        self.docstrings = docstrings

    def generic_visit(self, node: ast.AST) -> Any:
        """Take the docstring of a definition, and leave no body empty."""
        super().generic_visit(node)
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            if self.docstrings and ast.get_docstring(node, clean=False) is not None:
                del node.body[0]
            if not node.body and not isinstance(node, ast.Module):
                node.body = [ast.Pass()]
        return node

    def visit_FunctionDef(self, node: Any) -> Any:
        """Without types; nothing of what is only a form of the function that follows."""
        marks = {
            getattr(decorator, "id", getattr(decorator, "attr", "")) for decorator in node.decorator_list
        }
        if "overload" in marks:
            return None
        if "register" in marks:
            return self.generic_visit(node)  # functools.singledispatch reads for which type it stands
        parameters = node.args
        several = (*parameters.posonlyargs, *parameters.args, *parameters.kwonlyargs)
        for parameter in filter(None, (*several, parameters.vararg, parameters.kwarg)):
            parameter.annotation = None
        node.returns = None
        return self.generic_visit(node)

    visit_AsyncFunctionDef = visit_FunctionDef  # noqa: N815 - the names are those of ast

    def visit_If(self, node: ast.If) -> Any:
        """The other half of what stands there for type checkers alone."""
        name = getattr(node.test, "id", getattr(node.test, "attr", ""))
        if name != "TYPE_CHECKING":
            return self.generic_visit(node)
        kept = [self.visit(statement) for statement in node.orelse]
        return [statement for statement in kept if statement is not None] or ast.Pass()


def drop_lines(code: CodeType) -> CodeType:
    """The same without the numbers of lines, in it and in all that it defines.

    The table says of every instruction that it has no place, eight in a byte: an empty one breaks tracebacks.
    """
    constants = tuple(
        drop_lines(constant) if isinstance(constant, CodeType) else constant for constant in code.co_consts
    )
    eights, rest = divmod(len(code.co_code) // 2, 8)
    table = bytes([NO_PLACE | 7]) * eights + (bytes([NO_PLACE | rest - 1]) if rest else b"")
    return code.replace(co_linetable=table, co_consts=constants)


def compile_all(source: str, target: str, lines: bool) -> int:
    """Write the byte code of every module below ``source`` to the same place below ``target``; how many there are.

    Without ``lines`` what fails says in which function, and no more.
    """
    count = 0
    for file in sorted(Path(source).rglob("*.py")):
        name = file.relative_to(source)
        tree = Strip(docstrings=file.name != DOCUMENTED).visit(ast.parse(file.read_bytes()))
        code = compile(ast.fix_missing_locations(tree), str(name), "exec", dont_inherit=True)
        if not lines or name.name.startswith(TEMPLATE):
            code = drop_lines(code)
        beside = Path(target, name).with_suffix(".pyc")
        beside.parent.mkdir(parents=True, exist_ok=True)
        head = importlib.util.MAGIC_NUMBER + bytes(12)
        beside.write_bytes(head + marshal.dumps(code))
        count += 1
    return count
