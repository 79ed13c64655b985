// Locks that protect no movement of money, each with what it protects. A lock that isn't listed here needs a trial
// beside this file.

const ACCOUNT = 'sessions, codes and proofs of one account follow each other; no amount is read or written';
const SUPPORT = 'acts of operators on an account follow those of its member';
const CONTENTS = 'texts and news are written one after the other';
const START = 'one process at a time prepares the database or the folder';
const PLACE = 'a free place is given away once (tests/api/sign-up/registration-races.test.ts)';

export const OTHER_LOCKS: Readonly<Record<string, string>> = {
  'domain/sign-in/challenges.ts answerLocked: lockMember': ACCOUNT,
  'domain/sign-in/passkey-sign-in.ts answerLocked: lockMember': ACCOUNT,
  'domain/email-address/email-change.ts confirmEmailChange: lockMember': ACCOUNT,
  'domain/email-address/email-change.ts requestEmailChange: lockMember': ACCOUNT,
  'domain/email-address/email-change.ts sendChangeCode: lockMember': ACCOUNT,
  'domain/email-address/email-verification.ts sendOwnCode: lockMember': ACCOUNT,
  'domain/email-address/email-verification.ts verifyOwnAddress: lockMember': ACCOUNT,
  'domain/email-phrase/email-phrase.ts setEmailPhrase: lockMember': ACCOUNT,
  'domain/profile/profile.ts changeProfile: lockMember': ACCOUNT,
  'domain/registration/first-member.ts makeFirstMember: forUpdate': START,
  'domain/registration/first-member.ts makeFirstMember: lockMember': START,
  'domain/freezing/freezing.ts freeze: lockMember': ACCOUNT,
  'domain/freezing/freezing.ts freezeAccount: lockMember': ACCOUNT,
  'domain/freezing/freezing.ts freezeAccount: lockOpenSession': ACCOUNT,
  'domain/freezing/freezing.ts freezeByLink: lockMember': ACCOUNT,
  'domain/support/lost-address.ts askAddress: lockMember': SUPPORT,
  'domain/support/lost-address.ts cancelAddress: lockMember': SUPPORT,
  'domain/support/lost-address.ts giveAddress: lockMember': SUPPORT,
  'domain/support/lost-factor.ts askFactorRemoval: lockMember': SUPPORT,
  'domain/support/lost-factor.ts cancelFactorRemoval: lockMember': SUPPORT,
  'domain/support/lost-factor.ts removeLostFactor: lockMember': SUPPORT,
  'domain/sign-in/open-sessions.ts endOwnOtherSessions: lockMember': ACCOUNT,
  'domain/sign-in/open-sessions.ts endOwnSession: lockMember': ACCOUNT,
  'domain/passwords/password-change.ts changePassword: lockMember': ACCOUNT,
  'domain/passwords/password-recovery.ts openRecovery: forUpdate': ACCOUNT,
  'domain/passwords/password-recovery.ts resetPassword: lockMember': ACCOUNT,
  'domain/sessions/refresh.ts refreshSession: lockFamily': ACCOUNT,
  'domain/registration/registration.ts registerInSeat: lockFreePlace': PLACE,
  'domain/sign-in/sign-in.ts signIn: lockMember': ACCOUNT,
  'domain/support/support-acts.ts endSessionsForMember: lockMember': SUPPORT,
  'domain/support/support-acts.ts thawForMember: lockMember': SUPPORT,
  'domain/freezing/thaw-links.ts mailAskedLink: lockMember': ACCOUNT,
  'domain/freezing/thawing.ts thawAccount: lockMember': ACCOUNT,
  'domain/notices/send-pushes.ts putOffWaiting: forUpdate':
    'what waits for a browser or a service is put off, but for what is on its way',
  'domain/notices/send-pushes.ts take: forUpdate': 'each message to a browser is taken by one process',
  'domain/notices/push-devices.ts queueTestPush: forKeyShare': 'a browser that is being forgotten is sent no test',
  'domain/notices/notified-browsers.ts forgetUnusedBrowsers: forUpdate':
    'a browser that is being taken over is not forgotten at that moment',
  'domain/notices/notified-browsers.ts followNotifiedBrowser: forUpdate':
    'its sessions are all locked first, in one order; two members may change their passwords in one browser at once',
  'domain/notices/notified-browsers.ts followNotifiedBrowser: forUpdate (2)': 'the same of what it is notified of',
  'domain/notices/notified-browsers.ts takeOverNotifiedBrowser: forUpdate':
    'two sign-ins in one browser follow each other (tests/races/sign-ins-races.test.ts)',
  'domain/passkeys/add.ts beginAdding: lockMember': ACCOUNT,
  'domain/passkeys/add.ts finishAdding: lockMember': ACCOUNT,
  'domain/passkeys/add.ts sendAddingCode: lockMember': ACCOUNT,
  'domain/second-factor/two-factor-binding.ts bindTwoFactor: lockMember': ACCOUNT,
  'domain/second-factor/two-factor-binding.ts renewRecoveryCodes: lockAndProve': ACCOUNT,
  'domain/second-factor/two-factor-binding.ts sendBindingCode: lockMember': ACCOUNT,
  'domain/second-factor/two-factor-binding.ts unbindTwoFactor: lockAndProve': ACCOUNT,
  'domain/chain/development/process.ts waitForFolder: lockFolder': START,
  'domain/codes/send-limits.ts countSend: lockSends': 'mails of one spender are counted one after the other',
  'domain/codes/send-limits.ts sendsOfCaller: lockSends':
    'mails that one caller requests are counted one after the other',
  'domain/contents/install.ts installContents: forUpdate': CONTENTS,
  'domain/contents/publish-news.ts publishNews: lockNews': CONTENTS,
  'domain/contents/publish-news.ts retractNews: lockNews': CONTENTS,
  'domain/contents/set-content.ts setContent: forUpdate': CONTENTS,
  'platform/crypto/rotation.ts sealColumn: FOR UPDATE': 'what is sealed is sealed again under another secret',
  'platform/db/lock.ts takeHold: lockByFlock': START,
  'platform/db/lock.ts takeHold: lockBySocket': START,
  'platform/db/migrate.ts migrate: pg_advisory_lock': START,
  'platform/db/migrate.ts migrate: pg_advisory_unlock': START,
  'platform/db/migrations/0008-registration.sql place_seat: lock_free_place': PLACE,
  'platform/db/migrations/0090-movements-look-up-wallets.sql : lock_wallets':
    'changes how its statements are planned; the lock itself is tried in books.ts',
  'platform/db/migrations/0008-registration.sql spread_order_keys: LOCK TABLE':
    'the order of seats is spread again while nobody is placed',
  'entry/backup/restore-backup.ts restoreBackup: lockFolder': START,
  'platform/db/open.ts openInFolder: lockFolder': START,
  'entry/demo/stakes.ts restakeAll: lockStake': 'the demo club is filled in one transaction before anybody can call',
  'domain/inquiries/own.ts openOwnInquiry: lockMember':
    'two inquiries of one member follow each other, so that both count (OPEN_INQUIRIES)',
  'platform/mail/send-mails.ts takeMail: forUpdate': 'a mail is sent by one process',
  'entry/operator/secret.ts rotateAlone: lockRotation': 'the secret is changed by one operator at a time',
  'platform/db/session.ts prepareSession: pg_advisory_lock_shared': 'says that a process is there; nobody waits for it',
  'platform/jobs/one-runner.ts lock: pg_try_advisory_lock': 'one runner of a job; tried by one-runner and by payouts',
  'platform/jobs/one-runner.ts unlock: pg_advisory_unlock': 'the end of the same',
};
