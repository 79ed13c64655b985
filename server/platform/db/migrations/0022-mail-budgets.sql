-- Two budgets of mails that never touch (security rule 2, decision 28): what a member asks for, and what anybody may ask for.
-- What was counted before counted for both, so it is forgotten; at most it would have mattered for a day.

DELETE FROM email_sends;
DROP INDEX email_sends_of_recipient;
ALTER TABLE email_sends RENAME COLUMN recipient TO spender;
-- Which budget is spent: a member's for one purpose, or one of those that anybody may spend.
ALTER TABLE email_sends ADD COLUMN budget text NOT NULL;
-- Keyed hash of what the mail is for, such as a draft: the wait between two mails counts within it, and a used code gives its places back.
ALTER TABLE email_sends ADD COLUMN act bytea NOT NULL;
-- Keyed hash of who asked; NULL where that is a member, or nobody.
ALTER TABLE email_sends ADD COLUMN caller bytea;

CREATE INDEX email_sends_of_spender ON email_sends (budget, spender, sent_at);
CREATE INDEX email_sends_of_act ON email_sends (act);
CREATE INDEX email_sends_of_caller ON email_sends (budget, caller, sent_at) WHERE caller IS NOT NULL;

-- Other ways than withdrawals take money out too (security rule 12).
ALTER TABLE members RENAME COLUMN withdrawals_held_until TO money_held_until;
