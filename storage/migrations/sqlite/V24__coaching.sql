-- Sentences of coaching that a person has been shown, by key: each is shown once.
CREATE TABLE coached (
    user_id INTEGER NOT NULL,
    sentence TEXT NOT NULL,
    PRIMARY KEY (user_id, sentence)
) STRICT, WITHOUT ROWID;
