-- The decisions that cost people most on a closed day are not shown any more.
ALTER TABLE days DROP COLUMN costliest;
