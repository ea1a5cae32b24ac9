-- Lessons that were offered to a person, and those that they have finished. offered_at and finished_at: unix seconds, or NULL.
CREATE TABLE lessons (
    user_id BIGINT NOT NULL,
    lesson TEXT NOT NULL,
    offered_at BIGINT,
    finished_at BIGINT,
    PRIMARY KEY (user_id, lesson)
);
