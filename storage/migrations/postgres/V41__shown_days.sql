-- shown: 1: the cards of the day were shown. They stay so, and nobody can score in it any more, whatever a clock says.
ALTER TABLE days ADD COLUMN shown SMALLINT NOT NULL DEFAULT 0 CHECK (shown IN (0, 1));
