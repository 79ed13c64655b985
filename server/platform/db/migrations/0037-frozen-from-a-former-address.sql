-- Frozen by the link that told an address that it was given up: if the change was a thief's, so is the mailbox that links to thaw go to.
ALTER TABLE members DROP CONSTRAINT members_frozen_by_check;
ALTER TABLE members ADD CONSTRAINT members_frozen_by_check CHECK (frozen_by IN ('member', 'former_address', 'support'));
