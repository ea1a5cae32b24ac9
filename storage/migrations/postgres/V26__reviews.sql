-- The latest review of a finished game for the person who had that seat at its end. version: the method that made it. counted: the
-- decisions that count, and loss: the points that they cost, both also in content, which is JSON.
CREATE TABLE reviews (
    table_id BIGINT NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    user_id BIGINT NOT NULL,
    seat BIGINT NOT NULL CHECK (seat >= 0),
    version BIGINT NOT NULL,
    counted BIGINT NOT NULL CHECK (counted >= 0),
    loss DOUBLE PRECISION NOT NULL,
    content TEXT NOT NULL CHECK (CAST(content AS json) IS NOT NULL),
    made_at BIGINT NOT NULL,
    PRIMARY KEY (table_id, user_id)
);

CREATE INDEX reviews_by_user ON reviews (user_id);
