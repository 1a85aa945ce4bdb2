"""What a server makes sure of before it answers: its folder, the database and its schema, the key of both."""

from __future__ import annotations

from scorekeeper.store import instance


class ServingError(Exception):
    """The server cannot start; the message says what would help."""


def prepare_instance(new_key: bool = False) -> None:
    """Make the folder, check the key, migrate the database; ServingError or InstanceError where that cannot be."""
    folder = instance.prepare()
    url = instance.database_url()
    from sqlalchemy.exc import SQLAlchemyError

    from scorekeeper.store import server_key
    from scorekeeper.store.backup.make import reason_of
    from scorekeeper.store.migrate import MigrationError, upgrade
    from scorekeeper.store.private_files import tighten

    try:
        print(f"database    {shown_url(url)}\nsecret key  {folder / instance.KEY_FILE}", flush=True)
        if not new_key:
            server_key.check_key(url)  # first: a machine that cannot serve the database does not migrate it
        if closed := tighten(folder, url):
            print(f"closed to other users of this machine: {', '.join(map(str, closed))}", flush=True)
        upgrade(url)
        server_key.claim_database(url, instance.secret_key(), anew=new_key)
    except (MigrationError, server_key.WrongKeyError) as error:
        raise ServingError(str(error)) from error
    except SQLAlchemyError as error:
        raise ServingError(f"The database cannot be used: {reason_of(error)}") from error


def shown_url(url: str) -> str:
    """The database's address without its password."""
    from sqlalchemy.engine import make_url

    return make_url(url).render_as_string(hide_password=True)
