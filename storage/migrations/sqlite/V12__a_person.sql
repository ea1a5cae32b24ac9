-- What is kept of a person is found by whom it is of, also where they have left.

CREATE INDEX seats_of_a_person ON seats (COALESCE(user_id, left_by)) WHERE COALESCE(user_id, left_by) IS NOT NULL;
CREATE INDEX results_of_anybody ON results (COALESCE(user_id, left_by)) WHERE COALESCE(user_id, left_by) IS NOT NULL;
CREATE INDEX tables_by_opener ON tables (opener_id);
CREATE INDEX people_by_user ON people (user_id);
CREATE INDEX badges_by_user ON badges (user_id);
