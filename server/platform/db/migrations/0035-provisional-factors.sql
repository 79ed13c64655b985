-- Which holds the mailbox alone was enough for, which apps were bound meanwhile, who froze an account, and which mails about a
-- change of address went to the address that was given up.

-- Money is held until then by an act that no settled app has proven, such as a password reset.
ALTER TABLE members ADD COLUMN mailbox_held_until timestamptz;
UPDATE members SET mailbox_held_until = money_held_until;

-- Bound while money was held so: until then a password reset removes the app, and thawing doesn't ask for it.
ALTER TABLE two_factor ADD COLUMN provisional_until timestamptz;

ALTER TABLE members ADD COLUMN frozen_by text CHECK (frozen_by IN ('member', 'support'));
UPDATE members SET frozen_by = CASE WHEN (
  SELECT details ? 'operator' FROM audit_events WHERE audit_events.member_id = members.id AND kind = 'account_frozen' ORDER BY audit_events.id DESC LIMIT 1
) THEN 'support' ELSE 'member' END WHERE frozen_at IS NOT NULL;
ALTER TABLE members ADD CONSTRAINT members_frozen_by_somebody CHECK ((frozen_at IS NULL) = (frozen_by IS NULL));

-- Mailed to an address as it was given up: the next change of address doesn't end it.
ALTER TABLE freeze_links ADD COLUMN to_former_address boolean NOT NULL DEFAULT false;

-- Whether the app was settled when its removal was asked for: only then does its use say that it isn't lost.
ALTER TABLE factor_removals ADD COLUMN settled boolean NOT NULL DEFAULT true;
UPDATE factor_removals SET ended_at = CURRENT_TIMESTAMP, ended_by = 'member', outcome = 'cancelled'
  FROM two_factor WHERE two_factor.member_id = factor_removals.member_id AND factor_removals.ended_at IS NULL AND two_factor.last_step > factor_removals.last_step;
ALTER TABLE factor_removals DROP COLUMN last_step;
