-- fingerprint: of the displayed page. While the page is sent or edited: a question mark and a random token, which equals no
-- fingerprint. If somebody has deleted the message: deleted. If the page is unknown or out of date: NULL.
ALTER TABLE daily_messages RENAME COLUMN shown TO fingerprint;
