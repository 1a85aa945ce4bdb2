"""The keeper ends when it is told to, whichever of its threads hears the signal."""

import subprocess
import sys

KEEPER = """
import signal, threading
from scorekeeper.store import keeper

def work(url, stopped):
    threading.Event().wait(0.3)  # the main thread waits by now
    signal.pthread_kill(threading.get_ident(), signal.SIGTERM)
    stopped.wait()

keeper.leagues.run = work
keeper.run("sqlite://", None)
print("ended")
"""


def test_a_signal_that_another_thread_gets_ends_it_too() -> None:
    """A parent that is killed lets a thread of the keeper send it: the main thread then sleeps on."""
    ran = subprocess.run([sys.executable, "-c", KEEPER], capture_output=True, text=True, timeout=60)
    assert (ran.returncode, ran.stdout) == (0, "ended\n"), ran.stderr
