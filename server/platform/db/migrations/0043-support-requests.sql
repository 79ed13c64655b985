-- What one operator asks for and another confirms after a wait: that a lost app is removed, and now also that an account whose address
-- a thief has changed gets a new one.
ALTER TABLE factor_removals RENAME TO support_requests;
ALTER TABLE support_requests ADD COLUMN kind text NOT NULL DEFAULT 'factor' CHECK (kind IN ('factor', 'address'));
ALTER TABLE support_requests ALTER COLUMN kind DROP DEFAULT;

ALTER TABLE support_requests ALTER COLUMN settled DROP DEFAULT;
ALTER TABLE support_requests ALTER COLUMN settled DROP NOT NULL;
ALTER TABLE support_requests ADD CONSTRAINT support_requests_settled CHECK ((kind = 'factor') = (settled IS NOT NULL));

-- The address that the account is to get, and the one that it had when that was asked for.
ALTER TABLE support_requests ADD COLUMN address text;
ALTER TABLE support_requests ADD COLUMN address_before text;
ALTER TABLE support_requests ADD CONSTRAINT support_requests_address
  CHECK ((kind = 'address') = (address IS NOT NULL) AND (address IS NULL) = (address_before IS NULL));
-- Who pressed the link of a mail against it: from the present address, or from a former one. It stops nothing by itself.
ALTER TABLE support_requests ADD COLUMN present_objected_at timestamptz;
ALTER TABLE support_requests ADD COLUMN former_objected_at timestamptz;

ALTER TABLE support_requests DROP CONSTRAINT factor_removals_outcome_check;
UPDATE support_requests SET outcome = 'done' WHERE outcome = 'removed';
ALTER TABLE support_requests ADD CONSTRAINT support_requests_outcome CHECK (outcome IN ('done', 'cancelled'));

DROP INDEX factor_removals_open;
CREATE UNIQUE INDEX support_requests_open ON support_requests (member_id, kind) WHERE ended_at IS NULL;

-- Who asked for what, on which proof and since when stays as it was.
CREATE TRIGGER support_requests_keep BEFORE DELETE OR TRUNCATE
OR UPDATE OF id, member_id, kind, asked_at, asked_by, proof, due_at, settled, address, address_before
ON support_requests FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- To which address a link went that told it that it was given up; unknown of those that were mailed before.
ALTER TABLE freeze_links ADD COLUMN former_address text CHECK (former_address IS NULL OR to_former_address);

-- The former address whose link was pressed since the account is frozen.
ALTER TABLE members ADD COLUMN frozen_from text CHECK (frozen_from IS NULL OR frozen_at IS NOT NULL);
