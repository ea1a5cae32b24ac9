"""Source check: every request of the library goes through `cogs.requests.discord_calls`, which never cancels it.

If a request is cancelled while the library waits for the end of a global rate limit, the library sends no request ever
again.
"""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.source_tree import sources

CALLS = "cogs/requests/discord_calls.py"
GATEWAY = "cogs/gateway/gateway_socket.py"
"""The module that connects to the gateway: a connection is no request, and may be cancelled."""
REQUESTS = {
    "add_user",
    "bulk_upsert_global_commands",
    "create_application_emoji",
    "create_dm",
    "create_thread",
    "defer",
    "delete",
    "delete_original_response",
    "edit",
    "edit_message",
    "edit_original_response",
    "get_global_commands",
    "original_response",
    "send",
    "send_message",
    "send_modal",
    "sync",
}
"""Methods of the library with which the bot makes requests, apart from those that begin with `fetch_`."""
WAITING = {"wait_for_call", "call_result", "_answered", "_call", "_in_thread"}
"""Functions that wait for a call without cancelling it."""


def name_of(called: ast.expr) -> str:
    """Return the last part of the name of a called function."""
    return called.attr if isinstance(called, ast.Attribute) else getattr(called, "id", "")


def handed_over(module: ast.Module) -> set[str]:
    """Return the functions that a module passes to the functions in `WAITING`."""
    calls = [one for one in ast.walk(module) if isinstance(one, ast.Call) and name_of(one.func) in WAITING]
    arguments = [one for call in calls for one in (*call.args, *(keyword.value for keyword in call.keywords))]
    return {one.id for argument in arguments for one in ast.walk(argument) if isinstance(one, ast.Name)}


def bare_requests(path: str | Path, module: ast.Module) -> Iterator[str]:
    """Yield the requests that a module awaits directly."""
    safe = handed_over(module)

    def look(node: ast.AST, function: str) -> Iterator[str]:
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.Await) and isinstance(child.value, ast.Call):
                name = name_of(child.value.func)
                is_request = name in REQUESTS or name.startswith("fetch_")
                if is_request and isinstance(child.value.func, ast.Attribute) and function not in safe:
                    yield f"{path}:{child.lineno}: {name}"
            inside = child.name if isinstance(child, ast.AsyncFunctionDef | ast.FunctionDef) else function
            yield from look(child, inside)

    yield from look(module, "")


def time_limits(path: str | Path, module: ast.Module) -> Iterator[str]:
    """Yield the places in a module where a timeout could cancel a request. Waiting for an event is no request."""
    for node in ast.walk(module):
        if isinstance(node, ast.AsyncWith):
            named = [name_of(one.context_expr.func) for one in node.items if isinstance(one.context_expr, ast.Call)]
            limited: list[ast.AST] = [*node.body] if {"timeout", "timeout_at"} & set(named) else []
            awaited = [one.value for part in limited for one in ast.walk(part) if isinstance(one, ast.Await)]
        elif isinstance(node, ast.Call) and name_of(node.func) == "wait_for":
            awaited = [node.args[0]]
        else:
            continue
        for one in awaited:
            if not (isinstance(one, ast.Call) and name_of(one.func) == "wait"):
                yield f"{path}:{one.lineno}"


def test_every_request_is_protected_from_cancellation() -> None:
    assert [one for path, module in sources("cogs", "bot.py") for one in bare_requests(path, module)] == []


def test_no_time_limit_can_cancel_a_request() -> None:
    rooms = ("bot.py", "cogs", "show", "operations")
    found = [one for path, module in sources(*rooms) for one in time_limits(path, module)]
    assert [one for one in found if not one.startswith(GATEWAY)] == []


def test_functions_that_wait_for_requests_cancel_nothing() -> None:
    ((_, module),) = sources(CALLS)
    called = {name_of(one.func) for one in ast.walk(module) if isinstance(one, ast.Call)}
    assert called.isdisjoint({"cancel", "timeout", "wait_for"})


@pytest.mark.parametrize(
    "source",
    [
        "async def f(): await message.edit()",
        "async def f():\n    async def g(): await bot.fetch_channel(1)\n    await g()",
        "async def f():\n    async with asyncio.timeout(1): await wait_for_call(call())",
        "async def f(): await asyncio.wait_for(wait_for_call(call()), 1)",
    ],
)
def test_unprotected_request_is_found(source: str) -> None:
    module = ast.parse(source)
    assert [*bare_requests("x.py", module), *time_limits("x.py", module)]


@pytest.mark.parametrize(
    "source",
    [
        "async def f(): await wait_for_call(message.edit())",
        "async def f():\n    async def g(): await bot.fetch_channel(1)\n    await call_result(g())",
        "async def f():\n    async with asyncio.timeout(1): await event.wait()",
        "async def f(): await asyncio.wait_for(event.wait(), 1)",
    ],
)
def test_harmless_code_is_not_reported(source: str) -> None:
    module = ast.parse(source)
    assert not [*bare_requests("x.py", module), *time_limits("x.py", module)]
