-- computer_name: the number of a computer player's name, from 1; it stays over a rematch. NULL: a person's seat, or one that a
-- computer player has taken over, which keeps the person's name. Until now the name followed from the seat.
ALTER TABLE seats ADD COLUMN computer_name INTEGER CHECK (computer_name >= 1);
UPDATE seats SET computer_name = seat + 1 WHERE computer IS NOT NULL AND left_by IS NULL;

-- Only set where one computer player, of one level, has made all moves of the seat.
ALTER TABLE results ADD COLUMN computer_name INTEGER CHECK (computer_name >= 1);
UPDATE results SET computer_name = seat + 1 WHERE computer IS NOT NULL AND left_by IS NULL;
