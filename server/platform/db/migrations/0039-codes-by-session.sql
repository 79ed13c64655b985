-- Which session asked for a member's own mail (decision 28): what one session spends is its own, and comes back when another ends it.
-- No reference: sends are forgotten after a day, whatever became of the session.

ALTER TABLE email_sends ADD COLUMN session_id uuid;
