-- Failed passwords, codes of the app and mails of a known browser are counted under a name that stays through all tokens of its cookie: a
-- new cookie is no new set of tries for any account that knows the browser (decision 27).
ALTER TABLE trusted_browsers ADD COLUMN counted_as bytea;
UPDATE trusted_browsers SET counted_as = browser_hash;
ALTER TABLE trusted_browsers ALTER COLUMN counted_as SET NOT NULL;
CREATE INDEX trusted_browsers_of_token ON trusted_browsers (browser_hash);

-- With whom a known browser counts its codes of the app at sign-in.
ALTER TABLE trusted_browsers ADD COLUMN codes_with text NOT NULL DEFAULT 'itself' CHECK (codes_with IN ('itself', 'resets', 'strangers'));
UPDATE trusted_browsers SET codes_with = 'resets' WHERE NOT counts_alone;
ALTER TABLE trusted_browsers DROP COLUMN counts_alone;
-- Signed in from with the password alone, before the app was bound: those count with the strangers until they pass a code.
UPDATE trusted_browsers b SET codes_with = 'strangers' FROM two_factor f
  WHERE f.member_id = b.member_id AND f.enabled_at IS NOT NULL AND b.last_seen_at < f.enabled_at AND b.codes_with = 'itself';
