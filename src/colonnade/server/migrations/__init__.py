"""The steps by which the database came to its schema; Alembic runs what is missing at start."""
