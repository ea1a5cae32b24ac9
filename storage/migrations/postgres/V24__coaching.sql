-- Sentences of coaching that a person has been shown, by key: each is shown once.
CREATE TABLE coached (
    user_id BIGINT NOT NULL,
    sentence TEXT NOT NULL COLLATE "C",
    PRIMARY KEY (user_id, sentence)
);
