"""What tables do in every game where the rulebook is silent: shared parts of the trees of irregularities."""

from __future__ import annotations

from typing import NamedTuple

from scorekeeper.core.disputes.irregularities import ADJUSTMENT, VOID, Asked, Node, Remedy, Settled, Way
from scorekeeper.core.disputes.rulings import Reason
from scorekeeper.core.text import T, Text


def ask_where(*parts: Way) -> Asked:
    """The first question of a tree: in which part of the deal something went wrong."""
    return Asked(T("Where did something go wrong?"), parts)


def in_dealing(*mistakes: Way) -> Way:
    """The part before the play: the mistakes of the dealer."""
    return Way("dealing", T("In the dealing"), Asked(T("What went wrong in the dealing?"), mistakes))


def in_bidding(*mistakes: Way) -> Way:
    """The part in which the contract is found."""
    return Way("bidding", T("In the bidding"), Asked(T("What went wrong in the bidding?"), mistakes))


def in_play(*mistakes: Way) -> Way:
    """The part in which cards are played."""
    return Way("play", T("In the play"), Asked(T("What went wrong in the play?"), mistakes))


def in_counting(*mistakes: Way) -> Way:
    """The part after the play, in games that count tricks."""
    asked = Asked(T("What went wrong after the play?"), mistakes)
    return Way("counting", T("In the counting or the writing"), asked)


def noticed_in_dealing(before_play: Node, in_play: Node) -> Asked:
    """Whether a mistake in the dealing was noticed before the first card was played, or after it."""
    return Asked(
        T("When was it noticed?"),
        (
            Way("before_play", T("Before the first card was played."), before_play),
            Way("in_play", T("After the first card was played."), in_play),
        ),
    )


def noticed_in_play(before_next_trick: Node, later: Node) -> Asked:
    """Whether a mistake in the play was noticed before the next trick, or later."""
    return Asked(
        T("When was it noticed?"),
        (
            Way("before_next_trick", T("Before a card of the next trick was played."), before_next_trick),
            Way("later", T("Later."), later),
        ),
    )


DUPLICATE = "Laws of Duplicate Bridge (2017), 68–70"
RUBBER = "Laws of Rubber Bridge"
AUCTION = "Laws of Auction Bridge, 40"
WHIST = "Laws of Whist, 58"
"""Where customs are written down that tables without a rule of their own take over."""


def name_source(way: Way, source: Reason) -> Way:
    """A custom with the reason that says where it is written."""
    assert isinstance(way.leads, Settled), "a custom says what to do"
    return way._replace(leads=way.leads._replace(reasons=(*way.leads.reasons, source)), source=source)


class Customs(NamedTuple):
    """The customs of one game's tables. ``game`` is its slug, ``silence`` the article that shows the silence."""

    game: str
    silence: str = "9"

    @property
    def silent(self) -> Reason:
        """The reason that the rulebook leaves a choice to the table."""
        text = T("The rulebook does not settle this. The choices are what tables do, and the table chooses.")
        return Reason(text, (f"{self.game} {self.silence}",))

    @property
    def unwritten(self) -> Reason:
        """The reason that a custom is only known from tables."""
        text = T("A custom of tables; no written rules that we know of have it.")
        return Reason(text, (f"{self.game} {self.silence}",))

    def written_in(self, *sources: str) -> Reason:
        """The reason that a custom comes from the rules of another game, or of another country."""
        text = T("This custom is written in: {sources}.", sources="; ".join(sources))
        return Reason(text, (f"{self.game} {self.silence}",))

    @property
    def corrected(self) -> Reason:
        """The reason that the table, or an arbiter, may correct totals. (9.2)"""
        text = T("An arbiter, or the whole table, may correct totals and gives the reason.")
        return Reason(text, (f"{self.game} 9.2",))

    def redeal(self, reason: Text, *reasons: Reason) -> Settled:
        """The verdict that the deal is void and the same seat deals again. (9.1)"""
        anew = T("A deal without a result is written down as void; the same seat deals again.")
        return Settled(
            T("The deal is void; the same seat deals again."),
            (*reasons, Reason(anew, (f"{self.game} 9.1",))),
            Remedy(VOID, reason),
        )

    def play_on(self, verdict: Text, *reasons: Reason) -> Settled:
        """A verdict after which nothing is written down."""
        return Settled(verdict, reasons or (self.silent,))

    def remedy(self, choice: str, text: Text, verdict: Text, *reasons: Reason) -> Way:
        """A custom that puts things right and leaves nothing in the match."""
        return Way(choice, text, self.play_on(verdict, *reasons, self.silent))

    def ask_table(self, *ways: Way, reasons: tuple[Reason, ...] = ()) -> Asked:
        """A question that the rulebook leaves to the table."""
        return Asked(T("What does your table do?"), ways, (*reasons, self.silent), silent=True)

    def deal_again(self, reason: Text) -> Way:
        """The custom of dealing again."""
        return Way("redeal", T("The same seat deals again."), self.redeal(reason, self.silent))

    def agree_on_points(self, reason: Text) -> Way:
        """The custom of agreeing on the points. (9.2)"""
        verdict = T("The table’s agreement is written down as an adjustment, with its reason.")
        settled = Settled(verdict, (self.corrected, self.silent), Remedy(ADJUSTMENT, reason))
        return Way("adjusted", T("The table agrees on the points, or an arbiter gives them."), settled)

    def written_wrong(self) -> Way:
        """A deal that was written down wrong: its entry is corrected. (9.4)"""
        anew = T("When a correction moves the end, the entries after it count again.")
        verdict = T("Correct the entry; everything after it is scored again.")
        settled = self.play_on(verdict, Reason(anew, (f"{self.game} 9.4",)))
        return Way("written_wrong", T("A deal was written down wrong, and it was noticed later."), settled)

    # --- what goes wrong in more than one game --------------------------------------------------------

    def turned_up_in_dealing(self) -> Way:
        """A card shown by the dealer."""
        text = T("A card was turned up while dealing.")
        turned_down = self.remedy(
            "play_on",
            T("The card is turned down again, and play goes on."),
            T("Play goes on with the same cards."),
        )
        again = self.deal_again(T("a card was turned up while dealing"))
        return Way("exposed_card", text, self.ask_table(again, turned_down))

    def pack_not_whole(self, pack: Reason) -> Way:
        """A pack with a card too few or twice. ``pack`` says how many cards there are."""
        text = T("A card is missing from the pack, or is there twice.")
        return Way("pack_not_whole", text, self.redeal(T("the pack was not whole"), pack))

    def wrong_dealer(self) -> Way:
        """A deal by another seat than the one whose turn it was. (9.5)"""
        verdict = T(
            "The deal stands, and the next seat after the one that really dealt deals next; name that dealer."
        )
        rotation = T("If another seat really dealt, the rotation goes on from that seat.")
        settled = self.play_on(verdict, Reason(rotation, (f"{self.game} 9.5",)))
        right_dealer = self.remedy(
            "right_dealer",
            T("While the last card is not dealt, the cards are thrown in, and the right player deals."),
            T("The right player deals; nothing is written down."),
        )
        stands = Way(
            "stands",
            T("Once the last card is dealt, the deal stands."),
            settled._replace(reasons=(*settled.reasons, self.silent)),
        )
        customs = [name_source(way, self.written_in(AUCTION)) for way in (right_dealer, stands)]
        noticed = noticed_in_dealing(self.ask_table(*customs), settled)
        return Way("wrong_dealer", T("The wrong player dealt."), noticed)

    def wrong_order(self, rule: Reason, source: Reason) -> Way:
        """Cards dealt in another order than ``rule`` says; ``source`` says where dealing again is written."""
        again = name_source(self.deal_again(T("the cards were dealt in the wrong order")), source)
        stands = self.remedy(
            "stands",
            T("If every hand has the right number of cards, they are played."),
            T("Play goes on with the same cards."),
        )
        stands = name_source(stands, self.unwritten)
        noticed = noticed_in_dealing(
            self.ask_table(again, stands, reasons=(rule,)), self.ask_table(stands, again, reasons=(rule,))
        )
        return Way("wrong_order", T("The cards were dealt in the wrong order."), noticed)

    def call_taken_back(self, *more: Way) -> Way:
        """A call that its player regrets; ``more`` are further customs."""
        stands = self.remedy("stands", T("What is said is said."), T("The call stands."))
        taken_back = self.remedy(
            "taken_back",
            T("It may be taken back until the next player has called."),
            T("The call is replaced, if the next player has not called yet."),
        )
        return Way(
            "changed_mind",
            T("A player wants to take a call back."),
            self.ask_table(stands, taken_back, *more),
        )

    def shown_in_play(self, *more: Way) -> Way:
        """A card that its player showed or dropped; ``more`` are further customs."""
        return Way(
            "exposed_card",
            T("A player showed a card, or dropped it face up."),
            self.ask_table(self.picked_up(), *more),
        )

    def picked_up(self) -> Way:
        """The custom of making nothing of a card that was shown."""
        return self.remedy("picked_up", T("It is picked up, and nothing comes of it."), T("Play goes on."))

    def must_be_played(self) -> Way:
        """The custom of leaving a card that was shown on the table."""
        verdict = T("The card lies face up and is played as soon as it is legal.")
        return self.remedy(
            "must_play", T("It stays on the table and is played as soon as it is legal."), verdict
        )

    def back_to_hand(self) -> Way:
        """The custom of taking back a card that was played out of turn."""
        return self.remedy(
            "taken_back",
            T("The card is taken back, and the right player goes on."),
            T("The card goes back to its hand, and the right player goes on."),
        )

    def trick_stands(self) -> Way:
        """The custom of leaving a trick as it was played."""
        return self.remedy(
            "stands",
            T("The card stays where the others have played to it."),
            T("The trick stands as it was played."),
        )

    def told_partner(self, *more: Way) -> Way:
        """Words to the partner about the cards; ``more`` are further customs."""
        text = T("A player told the partner something about the cards.")
        return Way("talk", text, self.ask_table(self.warning(), *more))

    def warning(self) -> Way:
        """The custom of a warning."""
        return self.remedy(
            "warning", T("A warning."), T("The table warns the player; nothing is written down.")
        )

    def claim(self, *more: Way, beside: tuple[Way, ...] = ()) -> Way:
        """The rest of the tricks, claimed at once; ``more`` are further customs, ``beside`` further cases."""
        in_order = self.remedy(
            "as_said",
            T("The cards are laid open and played in the order that was said."),
            T("The cards are played in the order that was said; a trick that another hand can win is lost."),
        )
        in_doubt = self.remedy(
            "against_claimer",
            T("The cards are laid open, and the others choose the order in which they are played."),
            T("The others choose any order that the rules allow: what is in doubt goes against the claim."),
        )
        in_order = name_source(in_order, self.written_in(DUPLICATE))
        in_doubt = name_source(in_doubt, self.written_in(DUPLICATE, WHIST))
        played_out = name_source(self.played_out(), self.written_in(RUBBER))
        said, unsaid = (self.ask_table(custom, played_out, *more) for custom in (in_order, in_doubt))
        ways = (
            Way("order_said", T("The order of the cards was said."), said),
            Way("order_unsaid", T("No order was said."), unsaid),
        )
        asked = Asked(T("What was said, and what is still out?"), (*ways, *beside))
        return Way("claim", T("A player said that the rest of the tricks are theirs."), asked)

    def played_out(self) -> Way:
        """The custom of playing the tricks that were claimed."""
        return self.remedy(
            "played_out",
            T("The tricks are played, card by card."),
            T("Nothing is claimed: play goes on card by card."),
        )

    def tricks_mixed(self) -> Way:
        """Tricks that cannot be counted any more."""
        mixed = T("the tricks were mixed before they were counted")
        text = T("The tricks were mixed before they were counted.")
        return Way("tricks_mixed", text, self.ask_table(self.deal_again(mixed), self.agree_on_points(mixed)))
