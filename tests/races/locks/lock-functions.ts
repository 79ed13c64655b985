// The locks that functions named lock… take themselves. Their callers are listed with their trials by what they call,
// so a function that no longer locks would be missed where no trial runs it. Each has the name of a trial that waits at
// this lock, or why it has none.

const ACCOUNT = 'its callers move no money (other-locks.ts)';

export const LOCK_FUNCTIONS: Readonly<Record<string, string>> = {
  'domain/bonuses/sums.ts lockSums: pg_advisory_xact_lock': 'domain/bonuses/close-month.ts calculate: lockSums',
  'domain/codes/send-limits.ts lockSends: pg_advisory_xact_lock':
    'a budget of mails is spent once (mail-budgets.test.ts)',
  'domain/contents/publish-news.ts lockNews: forUpdate': 'texts and news are written one after the other',
  'domain/deposits/retire.ts lockKey: forUpdate': 'domain/deposits/retire.ts retireKey: lockKey',
  'domain/deposits/retire.ts lockKey: forUpdate (2)': 'domain/deposits/retire.ts retireKey: lockKey',
  'domain/drafts/drafts.ts lockDraft: forUpdate': 'domain/confirmation/confirm.ts carryOutDraft: lockDraft',
  'domain/inquiries/steps.ts lockInquiry: forUpdate': 'domain/inquiries/own.ts step: lockInquiry',
  'domain/ledger/post.ts lockWallets: lock_wallets': 'domain/ledger/post.ts postAll: lockWallets',
  'domain/ledger/receipts.ts lockReceipt: forNoKeyUpdate': 'domain/deposits/payments.ts nextStep: lockReceipt',
  'domain/members/members.ts lockMember: forNoKeyUpdate': 'domain/deposits/request.ts requestDeposit: lockMember',
  'domain/seats/free-place.ts lockFreePlace: lock_free_place':
    'a free place is given away once (tests/api/sign-up/registration-races.test.ts)',
  'domain/second-factor/two-factor-binding.ts lockAndProve: lockMember': ACCOUNT,
  'domain/sessions/open-session.ts lockOpenSession: lockMember': 'domain/requests/run-once.ts runOnce: lockOpenSession',
  'domain/sessions/refresh.ts lockFamily: forUpdate': ACCOUNT,
  'domain/stakes/stakes.ts lockStake: forUpdate': 'domain/stakes/steps.ts matureStake: lockStake',
  'platform/crypto/rotation.ts lockRotation: pg_try_advisory_xact_lock':
    'the secret is changed by one operator at a time',
  'platform/db/lock.ts lockFolder: lockByPidFile': 'one process at a time opens the folder',
  'platform/db/lock.ts lockFolder: lockOnLinux': 'one process at a time opens the folder',
  'platform/db/migrations/0008-registration.sql lock_free_place: FOR NO KEY UPDATE':
    'a free place is given away once (tests/api/sign-up/registration-races.test.ts)',
  'platform/db/migrations/0010-ledger.sql lock_wallets: FOR NO KEY UPDATE':
    'platform/db/migrations/0010-ledger.sql post_journal: lock_wallets',
  'platform/db/migrations/0026-rights.sql lock_journals: LOCK TABLE':
    'domain/ledger/check-books.ts lastSettledJournal: lock_journals',
  'platform/db/migrations/0026-rights.sql lock_rules: LOCK TABLE': 'domain/rules/add-rules.ts addRules: lock_rules',
};
