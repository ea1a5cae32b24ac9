-- costliest: the decisions of the closed day that cost its people most in all, without names and ids; NULL: not made yet.
ALTER TABLE days ADD COLUMN costliest TEXT CHECK (costliest IS NULL OR json_valid(costliest));
