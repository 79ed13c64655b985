-- The session that showed the token of the mailed link last: only it goes on with the change. A change that a process
-- of the release before opened goes on once its link is opened again.
ALTER TABLE email_change_requests ADD COLUMN opened_by uuid;
