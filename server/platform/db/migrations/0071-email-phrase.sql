-- A phrase of the member's own that genuine mails show (decision 66); null: none is set.
ALTER TABLE members ADD COLUMN email_phrase text CHECK (char_length(email_phrase) BETWEEN 4 AND 40);
