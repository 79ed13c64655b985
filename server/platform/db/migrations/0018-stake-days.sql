-- What is due of a stake that runs is found by its moment: its next day, and once all days are accrued its end.

ALTER TABLE stakes ADD COLUMN next_at timestamptz;
UPDATE stakes SET next_at = started_at + least(days_accrued + 1, days) * interval '24 hours';
ALTER TABLE stakes ALTER COLUMN next_at SET NOT NULL;

DROP INDEX stakes_running;
CREATE INDEX stakes_due ON stakes (next_at, id) WHERE state = 'running';

-- Writes many journals at once, each of one amount from one of the club's own accounts to another: those have no balance to lock, so
-- that all can be one statement. Each journal comes with its receipt. A key that is there already is an error of the caller.
CREATE FUNCTION post_club_journals(
  p_kind text, p_from text, p_to text, p_asset text,
  p_keys text[], p_at timestamptz[], p_rules integer[], p_receipts uuid[], p_amounts numeric[]
) RETURNS void
LANGUAGE sql AS $$
  WITH wanted AS (
    SELECT * FROM unnest(p_keys, p_at, p_rules, p_receipts, p_amounts) WITH ORDINALITY AS wanted (key, at, rule_version, receipt_id, amount, place)
  ), written AS (
    INSERT INTO journals (at, kind, key, rule_version, receipt_id)
      SELECT at, p_kind, key, rule_version, receipt_id FROM wanted ORDER BY place
      RETURNING id, key
  )
  INSERT INTO postings (journal_id, account_id, asset, amount)
    SELECT written.id, account.id, account.asset, CASE account.kind WHEN p_from THEN -wanted.amount ELSE wanted.amount END
    FROM written JOIN wanted ON wanted.key = written.key
      JOIN accounts AS account ON account.member_id IS NULL AND account.asset = p_asset AND account.kind IN (p_from, p_to);
$$;
