"""A page that was asked for at a stranger's name is refused, and says what to set where the name is ours."""

import pytest
from flask import Flask

from scorekeeper.host import metrics_access
from tests.cases import cases

STRANGER = "rebound.example"


@pytest.mark.parametrize("path", ["/", "/start", "/static/no", "/no/such/page", "/api/v1/games", "/metrics"])
@pytest.mark.parametrize("method", ["get", "post"])
def test_a_stranger_s_name_gets_421_and_the_line_to_set(app: Flask, path: str, method: str) -> None:
    app.config["HOSTS"] = ()
    answer = getattr(app.test_client(), method)(path, headers={"Host": f"{STRANGER}:8000"})
    assert answer.status_code == 421
    assert f"    SCOREKEEPER_HOSTS={STRANGER}\n" in answer.get_data(as_text=True)
    assert answer.mimetype == "text/plain"


def test_the_line_keeps_the_names_that_are_set(app: Flask) -> None:
    app.config["HOSTS"] = ("scores.example",)
    said = app.test_client().get("/", headers={"Host": STRANGER}).get_data(as_text=True)
    assert f"SCOREKEEPER_HOSTS=scores.example,{STRANGER}\n" in said


def test_health_is_told_under_any_name(app: Flask) -> None:
    app.config["HOSTS"] = ("scores.example",)
    for path in ("/healthz", "/readyz"):
        assert app.test_client().get(path, headers={"Host": STRANGER}).status_code == 200


@pytest.mark.parametrize("path", ["/metrics", "/check"])
@pytest.mark.parametrize("served", [(), ("scores.example",)])
@cases(
    "host, token, given, read",
    ("127.0.0.1:8000", "", "", True),
    ("[::1]:8000", "", "", True),
    ("localhost", "", "", True),
    (STRANGER, "", "", False),  # a page at a stranger's name that leads here comes from this machine too
    ("rebound.local", "", "", False),
    ("192.168.1.7", "", "", False),
    ("scores.example", "", "", False),
    (STRANGER, "secret", "Bearer secret", True),
    (STRANGER, "secret", "Bearer guessed", False),
    ("127.0.0.1", "secret", "", False),
)
def test_the_keeper_s_pages_ask_for_the_token_or_for_one_of_this_machine_s_names(
    app: Flask,
    monkeypatch: pytest.MonkeyPatch,
    path: str,
    served: tuple[str, ...],
    host: str,
    token: str,
    given: str,
    read: bool,
) -> None:
    app.config["HOSTS"] = served
    monkeypatch.setenv(metrics_access.TOKEN_VARIABLE, token)
    headers = {"Host": host, **({"Authorization": given} if given else {})}
    assert (app.test_client().get(path, headers=headers).status_code == 200) is read


def test_what_one_of_our_proxies_forwards_is_served_and_a_forged_header_is_not(app: Flask) -> None:
    app.config.update(HOSTS=(), TRUSTED_PROXIES="10.0.0.0/8")
    for remote, forwarded, status in (
        ("10.0.0.1", {"X-Forwarded-For": "192.0.2.1"}, 200),
        ("10.0.0.1", {}, 421),
        ("127.0.0.1", {"X-Forwarded-For": "192.0.2.1"}, 421),
    ):
        answer = app.test_client().get(
            "/", headers={"Host": STRANGER, **forwarded}, environ_base={"REMOTE_ADDR": remote}
        )
        assert answer.status_code == status
