"""PostgreSQL: connections, schema, and bulk copies."""
