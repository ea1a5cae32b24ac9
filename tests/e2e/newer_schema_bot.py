"""The bot with short leases, as short_leases_bot.py, and with one more migration, as a newer version has it.

MIGRATIONS is an environment variable: a folder for the migrations.
"""

import os
import shutil
from pathlib import Path

import tests.e2e.short_leases_bot  # noqa: F401  it shortens the leases
from bot import main
from operations.shutdown import exit_process
from storage.postgres import schema
from storage.tools.migrator import POSTGRES

folder = Path(os.environ["MIGRATIONS"])
shutil.copytree(POSTGRES, folder, dirs_exist_ok=True)
(folder / f"V{schema.newest() + 1}__newer.sql").write_text("CREATE TABLE newer (a BIGINT);")
vars(schema)["POSTGRES"] = folder
schema.prepare.__defaults__ = (folder,)

if __name__ == "__main__":
    exit_process(main())
