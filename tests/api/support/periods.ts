// Which test covers the end of each period of the server, or why there is none.

/** The file with the periods that are tried in a table. */
const HERE = 'tests/api/contract/periods.test.ts';

const api = (file: string, title: string) => [`tests/api/${file}.test.ts`, title] as const;
type Tried = readonly [file: string, title: string];

/** By the constant and its file; a text says why nothing ends. What HERE tries is listed by its name there. */
export const PERIODS: Readonly<Record<string, { readonly from: string; readonly tried: Tried } | string>> = {
  'ACCESS_SECONDS in sessions.ts': { from: 'its issue', tried: [HERE, 'an access token'] },
  'REFRESH_IDLE_SECONDS in sessions.ts': { from: 'the last refresh', tried: [HERE, 'a refresh token that lies idle'] },
  'SESSION_SECONDS in sessions.ts': {
    from: 'the sign-in, however often it is renewed',
    tried: api('token/refresh-token', 'never outlive twelve hours'),
  },
  'LOST_ANSWER_SECONDS in challenges.ts': {
    from: 'the right answer',
    tried: [HERE, 'a second step whose answer was lost'],
  },
  'CHALLENGE_SECONDS in challenges.ts': {
    from: 'the first step',
    tried: api('token/verify-two-factor', 'ends after five minutes'),
  },
  'DEVICE_SECONDS in challenges.ts': {
    from: 'what the device is asked',
    tried: api('token/passkey-sign-in', 'takes no challenge that was made up, or older than five minutes'),
  },
  'BROWSER_TRUST_SECONDS in browsers.ts': { from: 'the last sign-in', tried: [HERE, 'a browser that is trusted'] },
  'REFERRED_SECONDS in recipient.ts': {
    from: 'their sign-up',
    tried: api('transfers/transfers', 'offers whom one has referred a day ago'),
  },
  'LINK_SECONDS in email-change.ts': {
    from: 'the mail',
    tried: api('email/email-change', 'is valid for thirty minutes, codes included'),
  },
  'LINK_SECONDS in thaw-links.ts': { from: 'the mail', tried: api('recovery/thawing', 'is valid for thirty minutes') },
  'FREEZE_LINK_SECONDS in freeze-links.ts': {
    from: 'the mail',
    tried: api('account/freeze-links', 'is valid for seven days'),
  },
  'TURNING_OFF_SECONDS in allow-list.ts': {
    from: 'the first request to turn it off',
    tried: api('withdrawals/allow-list', 'takes a day, in which it holds, and not a second less'),
  },
  'HOLD_SECONDS in hold.ts': {
    from: 'the act that holds, the last one',
    tried: api('acts/account-safety', 'is shown to the member while it lasts'),
  },
  'WAIT_SECONDS in support-requests.ts': {
    from: 'the first operator’s step',
    tried: api('operator/address', 'is given back with another address'),
  },
  'RECOVERY_SECONDS in password-recovery.ts': {
    from: 'its begin, however often a code is sent',
    tried: [HERE, 'a recovery, from its begin'],
  },
  'ASKING_SECONDS in asking-browser.ts': 'how long the browser keeps the cookie; the codes that it names end sooner',
  'GRANT_SECONDS in password-recovery.ts': { from: 'the right code', tried: [HERE, 'a grant to set a password'] },
  'MAX_WAIT_SECONDS in throttle.ts': {
    from: 'the last failure',
    tried: api('token/create-token', 'then doubles the wait from one second to fifteen minutes'),
  },
  'FIRST_LOCK_SECONDS in throttle.ts': {
    from: 'the last failure',
    tried: api('token/verify-two-factor', 'use no try of the challenge while they lock'),
  },
  'MAX_LOCK_SECONDS in throttle.ts': {
    from: 'the last failure',
    tried: api('token/verify-two-factor', '24 * HOUR, 24 * HOUR'),
  },
  'STEP_SECONDS in totp.ts': {
    from: 'the second 0',
    tried: ['tests/server/totp.test.ts', 'are valid in their own step, the one before and the one after'],
  },
  'CODE_SECONDS in email-codes.ts': { from: 'the mail', tried: api('email/email-codes', 'is valid for ten minutes') },
  'EMAIL_PROOF_SECONDS in email-proof.ts': {
    from: 'the right code',
    tried: api('email/email-codes', 'of another address, expired or missing'),
  },
  'RESEND_SECONDS in send-limits.ts': {
    from: 'the last mail',
    tried: api('email/email-codes', 'again is possible after a minute'),
  },
  'HOUR_SECONDS in send-limits.ts': {
    from: 'each mail',
    tried: api('email/email-codes', 'five times an hour and ten a day'),
  },
  'SEND_MEMORY_SECONDS in send-limits.ts': { from: 'each mail', tried: api('jobs/kept-rows', "table: 'email_sends'") },
  'CODE_SECONDS in options.ts': {
    from: 'the draft',
    tried: api('exchange/exchanges', 'with a code, there is time to fetch it'),
  },
  'SEEN_AFTER_DAYS in payouts.ts': { from: 'the payout', tried: [HERE, 'a withdrawal that was paid out'] },
  'NEW_FOR_SECONDS in new-addresses.ts': {
    from: 'the last change of the entry',
    tried: api('withdrawals/address-book', 'is new for 24 hours in the book'),
  },
  'LEASE_SECONDS in send-mails.ts': {
    from: 'the moment when it is taken',
    tried: [HERE, 'a mail that a sender has taken'],
  },
  'FIRST_DELAY_SECONDS in retry-delay.ts': {
    from: 'the failure',
    tried: api('mail/mail', 'waits longer after each failure'),
  },
  'MAX_DELAY_SECONDS in retry-delay.ts': {
    from: 'the failure',
    tried: api('mail/mail', 'waits longer after each failure'),
  },
  'LEASE_SECONDS in send-pushes.ts': {
    from: 'the moment when it is taken',
    tried: api('notices/push', 'goes out again if its process dies on the way, once its minute is over'),
  },
  'UNUSED_SECONDS in notified-browsers.ts': {
    from: 'the last use of the session',
    tried: api('notices/push', 'is told of nothing more after two weeks in which its member did not come'),
  },
  'PUSH_SECONDS in send-pushes.ts': {
    from: 'the notice',
    tried: api('notices/push', 'is asked again later, until a day is over'),
  },
  'TOKEN_SECONDS in message.ts': 'push services judge it, by their clock; each message has a new one',
  'LEASE_SECONDS in release-soon.ts': { from: 'the claim', tried: [HERE, 'a call that is claimed'] },
  'SECRET_ANSWER_SECONDS in requests.ts': {
    from: 'the end of the call',
    tried: api('requests/idempotency', 'only for ten minutes'),
  },
  'REQUEST_DAYS in requests.ts': { from: 'the claim', tried: api('jobs/kept-rows', "table: 'requests'") },
  'SESSION_DAYS in sweep.ts': { from: 'the end of the session', tried: api('jobs/kept-rows', "table: 'sessions'") },
  'THROTTLE_DAYS in sweep.ts': { from: 'the last failure', tried: api('jobs/kept-rows', "table: 'throttles'") },
  'DRAFT_DAYS in sweep.ts': { from: 'the end of the draft', tried: api('jobs/kept-rows', "table: 'drafts'") },
  'TOLD_SECONDS in profile.ts': { from: 'the mail before', tried: api('account/profile', 'is told once an hour') },
  'NOTICE_DAYS in sweep.ts': { from: 'the event', tried: api('jobs/kept-rows', "table: 'notices'") },
  'MAIL_DAYS in sweep.ts': { from: 'the mail', tried: api('jobs/kept-rows', "table: 'mails'") },
  'GIVEN_UP_DAYS in club-figures.ts': {
    from: 'the mail',
    tried: api('probes/metrics', 'mails that were given up lately'),
  },
  'LONGEST_GAP_SECONDS in trusted-clock.ts': {
    from: 'the moment last seen',
    tried: api('jobs/clock', 'for less than an hour continues'),
  },
  'TOLERANCE_SECONDS in trusted-clock.ts': { from: 'the moment last seen', tried: [HERE, 'a clock that is behind'] },
  'PLAUSIBLE_STOP_SECONDS in trusted-clock.ts': {
    from: 'the moment last seen',
    tried: api('jobs/clock', 'a server that was stopped'),
  },
  'MOST_DAYS_AHEAD in add-rules.ts': {
    from: 'now',
    tried: api('operator/promises', 'rules can be set at most 366 days ahead'),
  },
  'DISPUTED_SECONDS in lost-address.ts': {
    from: 'the freeze, back',
    tried: api('operator/address', 'keeps an app that was bound more than a month before the freeze'),
  },
  'REMEMBERED_SECONDS in thawing.ts': {
    from: 'the freeze, back',
    tried: api('recovery/thaw-overruled', 'if it did so within a month, however late support comes'),
  },
  'LATE_SECONDS in nightly.ts': {
    from: 'the moment at which a backup is due',
    tried: ['tests/embedded/backup/nightly.test.ts', 'half an hour after it was due'],
  },
  'LOOK_SECONDS in nightly.ts': 'how often it is looked whether a backup is due',
  'WITNESS_SECONDS in trusted-clock.ts': 'how far the clocks of two machines may be apart',
  'NOTE_EVERY_SECONDS in trusted-clock.ts': 'how often the moment is written down',
  'USE_NOTED_EVERY_SECONDS in sessions.ts': 'how often the last use is written down',
  'BITCOIN_SECONDS in create-chain.ts': 'how often a node is asked',
  'ETHEREUM_SECONDS in create-chain.ts': 'how often a node is asked',
  'DEVELOPMENT_SECONDS in create-chain.ts': 'how often a node is asked',
  'BLOCKS_ASKED_SECONDS in start.ts': 'how often blocks are asked for',
  'DEFAULT_BLOCK_AGE_MINUTES in settings.ts': 'how old a node’s newest block may be',
  'WEEK_MINUTES in settings.ts': 'the most that this can be set to',
  'QUIET_SECONDS in watcher.ts': 'how often the log repeats a cause',
  'DEFAULT_BLOCK_SECONDS in settings.ts': 'how often a development chain makes a block',
  'SILENT_SECONDS in one-runner.ts': 'how long a session of a job may be silent',
  'HANGS_SECONDS in one-runner.ts': 'how long a run may do nothing in the database',
  'TAKE_OVER_SECONDS in runner.ts': 'how often a process looks whether a job is left to it',
  'WAITING_SECONDS in runner.ts': 'how often jobs that wait try again',
  'WAITING_SECONDS in commit-watch.ts': 'how long a commit may wait before it is told',
  'GRACE_SECONDS in database-settings.ts': 'how much longer an answer may take than its statement',
  'MAX_DRAIN_SECONDS in operation-settings.ts': 'the bound of a setting',
  'PRODUCTION_DRAIN_SECONDS in operation-settings.ts': 'the default of a setting',
  'REST_SECONDS in main.ts': 'how long the end of a process may take',
  'KEPT_SECONDS in lags.ts': 'how long a figure of a node is shown',
  'WATCH_SECONDS in postgres.ts': 'how long those who watch wait for the database',
  'RETRY_SECONDS in begin.ts': 'what a caller is told to wait',
  'RETRY_SECONDS in errors.ts': 'what a caller is told to wait',
  'RETRY_SECONDS in stream.ts': 'what a caller is told to wait',
  'NAMED_FILE_SECONDS in web.ts': 'how long browsers keep a file',
};

/**
 * The waits that protect money: until one is over, money stays, a factor stays, or an entry is not vouched for. Each
 * begins and ends by the trusted clock (decision 0029), never by the bare one: it begins where the file says
 * (`beginOfWait`, `endOfWait`), and is over where a file asks for a moment that has certainly come (`trustedMoment`,
 * `hasCome`), or where a job runs that waits while the clock is in doubt.
 */
export const WAITS: Readonly<
  Record<string, { readonly begins: readonly string[]; readonly over: readonly string[]; readonly job?: string }>
> = {
  'HOLD_SECONDS in hold.ts': {
    begins: ['domain/members/hold.ts', 'domain/passkeys/add.ts'],
    over: ['domain/members/hold.ts', 'domain/drafts/factor.ts', 'domain/second-factor/bound-factor.ts'],
  },
  'WAIT_SECONDS in support-requests.ts': {
    begins: ['domain/support-requests/support-requests.ts'],
    over: ['domain/support-requests/support-requests.ts'],
  },
  'TURNING_OFF_SECONDS in allow-list.ts': {
    begins: ['domain/allow-list/allow-list.ts'],
    over: ['domain/open-acts/allow-list-state.ts'],
  },
  'NEW_FOR_SECONDS in new-addresses.ts': {
    begins: ['domain/open-acts/new-addresses.ts', 'domain/withdrawals/addresses.ts'],
    over: ['domain/open-acts/new-addresses.ts', 'domain/withdrawals/addresses.ts', 'domain/withdrawals/not-allowed.ts'],
  },
  'withdrawalCompletionHours of the rules': {
    begins: ['domain/withdrawals/execute.ts'],
    over: ['domain/withdrawals/paid-by.ts'],
    job: 'payDueWithdrawals',
  },
};
