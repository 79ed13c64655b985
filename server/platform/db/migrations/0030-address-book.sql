-- When an address was put back into the book or got another label; NULL while it is as it was first saved. An entry is new for a day
-- from then on, so that whoever only has a session can't make a stranger's address pass for one that the member knows.

ALTER TABLE saved_addresses ADD COLUMN renamed_at timestamptz;
