// Everything in the database that says that something has happened, or that there can be one of it only: each moment
// that a row may or may not have, and each unique index. Whatever is not in this table fails the experiment.
import { sql } from 'kysely';
import type { Db, Trx } from '#server/platform/db/kysely.ts';
import { USES } from './calls.ts';
import { OTHERS } from './others.ts';

/** Contests by their names: of an operation, or beside them. */
const by = (...contests: readonly string[]) => ({ contests });
/** Nothing that is used up, and why. */
const no = (why: string) => ({ why });

const TIME = no('a time that is noted, and may be noted again');
const OWN = no('random, so that nobody wants the same one');
const MODELS = no('the models of the chain and of months use it under all orders of events');

export const INVENTORY: Readonly<Record<string, { contests: readonly string[] } | { why: string }>> = {
  'access_tokens.first_used_at': TIME,
  'bonus_periods.calculated_at': by('a month'),
  'bonus_periods.released_at': by('a month'),
  'bonus_periods.usdt_rate_at': TIME,
  'books_check.checked_at': TIME,
  'chain_keys.retired_at': by('a key of addresses, retired'),
  'chain_sightings.dropped_at': MODELS,
  'chain_sightings.final_at': MODELS,
  'challenges.answered_at': by('verifyTwoFactor'),
  'club_state.books_stopped_at': no('a stop may follow a stop'),
  'club_state.demo_filled_at': no('the demo club is filled by the one process that has its folder'),
  'club_state.maintenance_until': TIME,
  'club_state.restore_accepted_at': by('a restore, accepted'),
  'club_state.restored_at': by('a restore, accepted'),
  'club_state.restored_from': by('a restore, accepted'),
  'content_versions.effective_from': no('texts are set by operators, one after the other'),
  'deposits.credited_at': by('a deposit below the minimum, credited by operators'),
  'drafts.executed_at': by('confirmDraft'),
  'email_change_requests.ended_at': by('changeEmail'),
  'email_change_requests.opened_at': by('sendChangeEmailVerificationCode'),
  'email_codes.used_at': by('verifyEmail', 'verifyEmailNoLogin', 'forgetUsername', 'changeEmail', 'enableTwoFactor'),
  'email_codes.voided_at': by('sendDraftCode'),
  'email_proofs.used_at': by('registerInSeat'),
  'freeze_links.ended_at': by('freezeByLink'),
  'job_runs.ended_at': no('a run is ended by the session that holds its lock; tests/races has several'),
  'mails.given_up_at': no('an operator learns of it, however often'),
  'mails.leased_until': TIME,
  'mails.secret_until': TIME,
  'mails.sent_at': by('a mail'),
  'mails.wiped_at': no('what is wiped twice is wiped'),
  'members.allow_list_off_at': by('turnOffAllowList', 'keepAllowList'),
  'members.allow_list_on_at': by('turnOnAllowList'),
  'members.email_phrase_before_until': TIME,
  'members.email_verified_at': by('verifyEmail', 'verifyEmailSelf'),
  'members.frozen_at': by('freezeAccount', 'freezeByLink', 'thawAccount'),
  'members.last_sign_in_at': TIME,
  'members.mailbox_held_until': TIME,
  'members.money_held_until': TIME,
  'members.terms_accepted_at': by('registerInSeat'),
  'members.thaw_asked_at': by('a link to thaw that a sign-in asked for'),
  'news.published_at': by('a notice, published and withdrawn'),
  'news.retracted_at': by('a notice, published and withdrawn'),
  'notices.held_until': no('the end of the hold, of the limit or of the wait that the notice tells of'),
  'notices.read_at': by('readNotice'),
  'passkey_challenges.used_at': by('addPasskey', 'signInWithPasskey', 'confirmDraft'),
  'passkeys.last_used_at': TIME,
  'password_recoveries.ended_at': by('resetPassword'),
  'password_recoveries.grant_expires_at': by('validateEmailAndUserName', 'resetPassword'),
  'push_devices.delivered_at': TIME,
  'push_messages.leased_until': TIME,
  'receipts.rate_at': TIME,
  'recovery_codes.used_at': by('a recovery code'),
  'refresh_tokens.spent_at': by('refreshToken'),
  'refresh_tokens.voided_at': by('refreshToken'),
  'requests.done_at': no('each operation is tried under one key as well'),
  'rules.withdrawn_at': by('a version of the rules, withdrawn'),
  'sales_state.summed_at': TIME,
  'saved_addresses.removed_at': by('removeAddress'),
  'saved_addresses.renamed_at': TIME,
  'sessions.ended_at': by('endSession', 'endOtherSessions', 'revokeToken', 'refreshToken'),
  'sessions.previous_sign_in_at': TIME,
  'stakes.ended_at': by('the choice for a stake'),
  'support_requests.ended_at': by('the removal of a lost app'),
  'support_requests.former_objected_at': no('an objection that is repeated is an objection'),
  'support_requests.present_objected_at': no('an objection that is repeated is an objection'),
  'thaw_links.ended_at': by('thawAccount'),
  'throttles.blocked_until': TIME,
  'two_factor.provisional_until': TIME,
  'withdrawals.completed_at': by('a payout', 'the transaction of a payout'),
  'withdrawals.payout_at': by('a payout'),
  'withdrawals.unpaid_at': no('an operator may make sure again that a withdrawal is unpaid'),
  'withdrawals.settled_at': by('cancelWithdrawal', 'acknowledgeWithdrawal'),
  'accounts (id, asset)': no('what postings refer to'),
  'accounts (member_id, kind, asset)': no('a wallet begins with the first movement of many at once (the bank)'),
  'chain_addresses (fingerprint, key_index)': by('a number of the key of addresses'),
  'chain_addresses (network, lookup)': by('a number of the key of addresses'),
  'chain_sightings (network, tx_id, output_index)': MODELS,
  'deposits (sighting_id)': MODELS,
  "drafts (member_id, kind) where (state = 'open'::text)": by('createWithdrawal', 'createTransfer', 'createExchange'),
  'drafts (receipt_id) where (receipt_id IS NOT NULL)': by('confirmDraft'),
  'email_change_requests (member_id) where (ended_at IS NULL)': by('sendChangeEmailUrl'),
  'email_change_requests (token_hash)': OWN,
  'email_codes (binding) where ((used_at IS NULL) AND (voided_at IS NULL))': by('sendDraftCode', 'sendTwoFactorCode'),
  'freeze_links (token_hash)': OWN,
  'inquiries (ticket)': OWN,
  'journals (key)': by('confirmDraft', 'cancelWithdrawal'),
  'lost_addresses (fingerprint, key_index)': by('the addresses that a restore reserves'),
  'members (email_key)': by('an address of a member'),
  'members (passkey_handle)': OWN,
  'members (referral_code)': OWN,
  'members (username_key)': by('a username'),
  'notices (member_id, kind, event)': no('written with the event that it tells, and each of these is tried'),
  'passkeys (credential_id)': by('addPasskey'),
  'password_recoveries (grant_hash)': OWN,
  'password_recoveries (token_hash)': OWN,
  'push_devices (member_id, endpoint)': by('turnOnPush'),
  'push_devices (session_id)': by('turnOnPush'),
  'push_messages (device_id, notice_id)': no('written with the notice, which is written once'),
  'receipts (reference)': OWN,
  'saved_addresses (member_id, asset, network, address)': by('saveAddress'),
  'seats ((parent_no IS NULL)) where (parent_no IS NULL)': no(
    'the first member is made by one operator (its own test)',
  ),
  'seats (member_id)': by('registerInSeat'),
  'seats (order_key)': by('a place in the tree'),
  'seats (parent_no, side)': by('a place in the tree'),
  'sessions (member_id, made_under_key) where (ended_at IS NULL)': by('verifyTwoFactor'),
  'stakes (previous_id)': by('the choice for a stake'),
  'stakes (receipt_id)': by('confirmDraft'),
  'support_requests (member_id, kind) where (ended_at IS NULL)': by('the removal of a lost app'),
  'thaw_links (token_hash)': OWN,
  'volumes (stake_id)': MODELS,
  'withdrawals (network, transaction_id, id)': by('the transaction of a payout'),
};

/** What the table says wrongly of the database: things that have no line, and lines of things that are not there. */
export async function mismatches(db: Db | Trx, table: typeof INVENTORY = INVENTORY): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    SELECT t.relname || '.' || a.attname AS name
    FROM pg_attribute AS a JOIN pg_class AS t ON t.oid = a.attrelid
    WHERE t.relnamespace = 'public'::regnamespace AND t.relkind = 'r' AND a.attnum > 0 AND NOT a.attisdropped
      AND NOT a.attnotnull AND a.atttypid = 'timestamptz'::regtype
    UNION
    SELECT t.relname || ' (' || (
        SELECT string_agg(pg_get_indexdef(i.indexrelid, place, true), ', ' ORDER BY place) FROM generate_series(1, i.indnkeyatts) AS place
      ) || ')' || coalesce(' where ' || pg_get_expr(i.indpred, i.indrelid), '') AS name
    FROM pg_index AS i JOIN pg_class AS t ON t.oid = i.indrelid
    WHERE t.relnamespace = 'public'::regnamespace AND i.indisunique AND NOT i.indisprimary`.execute(db);
  const found = new Set(rows.map(({ name }) => name));
  const tried = new Set([...Object.keys(USES), ...Object.keys(OTHERS)]);
  const unknown = Object.values(table).flatMap((line) =>
    'contests' in line ? line.contests.filter((name) => !tried.has(name)) : [],
  );
  return [
    ...[...found].filter((name) => !(name in table)).map((name) => `${name} has no line`),
    ...Object.keys(table)
      .filter((name) => !found.has(name))
      .map((name) => `${name} is not in the database`),
    ...unknown.map((name) => `${name} is no contest`),
  ];
}
