-- Whether codes of the app that are given at sign-in count for this browser alone: only where it has passed a sign-in, or given such a code.
-- Any other counts with the strangers, or whoever resets the password would have a new count each time (decision 27).
ALTER TABLE trusted_browsers ADD COLUMN counts_alone boolean NOT NULL DEFAULT true;
UPDATE trusted_browsers SET counts_alone = false WHERE NOT signed_in;

-- How often a call came under this key that was not the first one's: a kept secret is not for whoever guesses at it (decision 32).
ALTER TABLE requests ADD COLUMN other_calls integer NOT NULL DEFAULT 0;
