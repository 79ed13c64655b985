-- The phrase that a member knew before it was changed, and until when mails about a change still show it (decision 80).
ALTER TABLE members
  ADD COLUMN email_phrase_before text CHECK (char_length(email_phrase_before) BETWEEN 4 AND 40),
  ADD COLUMN email_phrase_before_until timestamptz;
