"""Who reads a league, who decides what in it, and what a withdrawn link opens."""

import pytest
from flask import Flask

from scorekeeper.store.leagues.log import founding
from scorekeeper.web.site.database import session
from tests.cases import cases
from tests.web.leagues.club import Club, club, new, title

pytestmark = pytest.mark.long


@cases(
    "access, who, status",
    ("public", "visitor", 200),
    ("public", "stranger", 200),
    ("link", "visitor", 404),
    ("link", "holder", 200),
    ("link", "player", 200),
    ("private", "visitor", 404),
    ("private", "holder", 404),
    ("private", "stranger", 404),
    ("private", "player", 200),
)
def test_who_reads_a_league(app: Flask, access: str, who: str, status: int) -> None:
    tuesday = club(app, "link" if who == "holder" else access)
    phone = tuesday.phone(who)
    if who == "holder":
        link = (
            tuesday.phone("owner").get(tuesday.at("more")).words.partition("http://localhost")[2].split()[0]
        )
        phone.get(link)
        assert phone.status == 200
        if access == "private":
            with app.app_context():
                given = {"name": "Þriðjudagur", "about": "", "open_to": access}
                seen = founding.described_seq(session(), tuesday.league.id)
                founding.describe_league(session(), tuesday.access("owner"), uuid=new(), seen=seen, **given)
    for page in ("", "matches", "players", "export", "nights.ics", "sheets/wide.csv"):
        phone.get(tuesday.at(page))
        assert phone.status == status, page
    if status == 404:
        refused = phone.response.get_data(as_text=True)
        unknown = phone.get("/leagues/aaaaaaaaaaaa/sheets/wide.csv").html
        assert refused.replace(tuesday.league.public_id, "aaaaaaaaaaaa") == unknown


def test_a_withdrawn_link_opens_nothing_and_a_league_in_the_bin_is_its_owners(app: Flask) -> None:
    tuesday = club(app, "link")
    owner = tuesday.phone("owner")
    link = owner.get(tuesday.at("settings")).words.partition("http://localhost")[2].split()[0]
    holder = tuesday.phone("visitor")
    assert title(holder.get(link)) == "Table"
    owner.press("Withdraw the link and make a new one")
    for address in (link, tuesday.at()):
        holder.get(address)
        assert holder.status == 404
    page = owner.press("Throw the league into the bin")
    assert "Only its owners see it there" in page.words
    organiser = tuesday.phone("organiser")
    organiser.get(tuesday.at())
    assert organiser.status == 404
    owner.press("Take the league out of the bin")
    organiser.get(tuesday.at())
    assert organiser.status == 200


def test_two_owners_who_change_the_name_at_once_hear_of_each_other(tuesday: Club) -> None:
    one, other = tuesday.phone("owner"), tuesday.phone("owner")
    for phone in (one, other):
        phone.get(tuesday.at("settings"))
    one.press("Save", name="Miðvikudagur")
    page = other.press("Save", name="Fimmtudagur")
    assert other.status == 422
    assert "Another person changed this while you were typing" in page.words
    assert page.forms[0].value("name") == "Fimmtudagur"
    page = other.press("Save")
    assert "Saved." in page.words, "who has heard of it may mean it all the same"
    assert "Fimmtudagur" in page.links


def test_members_get_other_roles_and_leave(tuesday: Club) -> None:
    owner = tuesday.phone("owner")
    page = owner.get(tuesday.at("members"))
    scorer = str(tuesday.accounts["scorer"])
    [index] = [index for index, form in enumerate(page.forms) if form.value("account") == scorer]
    owner.press("Save", index, role="")
    phone = tuesday.phone("scorer")
    phone.get(tuesday.at())
    assert phone.status == 404
    phone = tuesday.phone("player")
    phone.get(tuesday.at("more"))
    page = phone.press("Leave the league")
    assert "You have left the league. Your results stay in it." in page.words
    owner.get(tuesday.at("more"))
    page = owner.press("Leave the league")
    assert "owner" in page.words
    assert owner.get(tuesday.at("members")).words.count("Owner") >= 1
