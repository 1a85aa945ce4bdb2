"""What the window around the program says, before the program itself can say anything. The build writes it out."""

from __future__ import annotations

from scorekeeper.core.text import T

WORDS = {
    "fetching": T(
        "Fetching the program: {done} of {all} MB. This is needed once.", done="{done}", all="{all}"
    ),
    "cut": T(
        "{done} of {all} MB are on this phone. The rest did not come; where there is network it goes on from there.",
        done="{done}",
        all="{all}",
    ),
    "waking": T("One moment …"),
    "ready": T("Everything is on this phone now: Scorekeeper works without network."),
    "no_network": T("The program is not on this phone yet, and there is no network to fetch it."),
    "again": T("Try again"),
    "elsewhere": T("Scorekeeper is open in another window of this phone."),
    "take_over": T("Go on here"),
    "asleep": T("Scorekeeper was put to sleep."),
    "kept": T(
        "Scorekeeper was put to sleep. What you entered is kept on this phone and is written when it is open again."
    ),
    "open_again": T("Open again"),
    "unfit": T(
        "This browser cannot keep matches so that none is lost, so Scorekeeper does not start here. "
        "Newer ones can, over https: Chrome, Edge, Firefox and Safari."
    ),
    "full": T("There is no room left on this phone. Make some, and try again: nothing was lost."),
    "failed": T(
        "Scorekeeper could not start ({reason}). Your matches are still on this phone.", reason="{reason}"
    ),
    "older": T(
        "Your matches were last opened with a newer Scorekeeper, and this one cannot read them. "
        "Open it again where there is network, so that the newer one comes."
    ),
    "given_back": T("The new version could not start. The one before is back, with all matches."),
    "install": T(
        "On iPhones and iPads Safari clears what is kept here after a week without a visit. So put Scorekeeper on "
        "the home screen first: tap Share, then Add to Home Screen, and open it from there."
    ),
    "go_on": T("Go on without"),
    "persisted": T("The browser promises to keep your matches."),
    "not_persisted": T("Save your matches as a file now and then."),
    "sent": T("What you entered is on the server now."),
    "parted": T("Something was entered on the server too. Tap here, and look at both."),
    "refused": T("The server did not take what you entered. Tap here for more."),
    "gone": T("The server does not know this match any more. It stays on this phone. Tap here for more."),
    "licences": T("Licences"),
}
"""The sentences by their names; words in braces are filled in by the window."""
