"""Tools around a database: dump, transfer, migrations, and complaint files."""
