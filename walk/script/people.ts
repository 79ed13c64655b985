// Who walks a script by hand in the demo club, what they need, and what they leave behind.
import type { AnyCases } from '#machines/graph/explore.ts';
import { isCall } from '#machines/graph/explore.ts';

/** A member of the demo club (README.md). */
export interface Person {
  readonly username: string;
  readonly says: string;
}

const PASSPHRASE = 'perch-demo-passphrase';

export const demo: Person = { username: 'demo', says: `demo (password ${PASSPHRASE}; no second factor)` };
export const demo2fa: Person = {
  username: 'demo2fa',
  says: `demo2fa (password ${PASSPHRASE}; authenticator key JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP, recovery codes DEMO-CODE-0000-0001 to -0010, each once)`,
};

/**
 * `demo` with an authenticator app, because `demo2fa` has neither a stake that waits for a choice nor the money for a
 * plan.
 */
export const demoWithApp: Person = {
  username: 'demo',
  says: `demo (password ${PASSPHRASE}), to whom you have bound an authenticator app before (Account)`,
};

/** The other party of a script's act: the other one of the two members. */
export function thirdParty({ username }: Person): Person {
  return username === demo.username ? demo2fa : demo;
}

/** The introducer of the samples, whom the demo club doesn't have. */
const SAMPLE_INTRODUCER = 'K7Q2M9XA';

/** A sample's text in the demo club, where the introducer is `demo`. */
export function inDemoClub(text: string): string {
  return text.replaceAll(SAMPLE_INTRODUCER, demo.username);
}

/** The sentences of the case tables that require a certain member. */
const asked: Readonly<Record<string, Person>> = {
  'Use a member without a second factor.': demo,
  'Use a member without an authenticator app.': demo,
  'Use a member with a second factor.': demo2fa,
  'Use a member with an authenticator app.': demo2fa,
};

/** The member whom an arrangement requires; null if it requires none of the demo club. */
export function personAskedFor(sentence: string | undefined): Person | null {
  return asked[sentence ?? ''] ?? null;
}

/** What a person needs in addition to the app, the least first. */
export const needs = ['app', 'network', 'operator', 'tools'] as const;
/**
 * `app`: nothing else. `network`: a cut connection. `operator`: somebody who changes the club. `tools`: developer
 * tools.
 */
export type Need = (typeof needs)[number];

/** What is needed to bring an outcome about by hand. */
export function needOf(cases: AnyCases, actor: string, outcome: string): Need {
  if (outcome === 'networkError') return 'network';
  if (outcome === 'undocumentedReply') return 'tools';
  const documented = cases.outcomes[actor]?.[outcome];
  const arrange = documented?.arrange;
  if (arrange !== undefined) return needOfSentence(arrange);
  if (documented?.typed !== undefined || !isCall(cases.machine, actor)) return 'app';
  return (documented?.reply?.status ?? 200) < FIRST_REFUSAL ? 'app' : 'tools';
}

/** The lowest HTTP status of a refusal. */
const FIRST_REFUSAL = 400;

function needOfSentence(sentence: string): Need {
  if (/developer tools/i.test(sentence)) return 'tools';
  if (/^Cut the connection/.test(sentence)) return 'network';
  if (/^Have |support|grow older|whose address is not verified/.test(sentence)) return 'operator';
  return 'app';
}

/** How a person reverts what they removed or overrode for an outcome; null if there is nothing to revert. */
export function undoOf(cases: AnyCases, actor: string, outcome: string, call: string): string | null {
  const need = needOf(cases, actor, outcome);
  if (need === 'network') return 'Give the network back.';
  // A one-time action in the developer tools, such as deleting something, needs no reverting.
  const arrange = cases.outcomes[actor]?.[outcome]?.arrange;
  if (need === 'tools' && (outcome === 'undocumentedReply' || arrange === undefined || arrange.includes('on its way')))
    return `Take the override of ${call} off.`;
  return null;
}

/** What a successful flow leaves behind on the member. */
const left: Readonly<Record<string, string>> = {
  'account-freeze/frozen': 'The account is frozen now: thaw it by the link of the mail (/outbox).',
  'freeze-link/showingFrozen': 'The account is frozen now: thaw it by the link of the mail (/outbox).',
  'password-change/changed': `The password is another one now: change it back to ${PASSPHRASE}.`,
  'password-recovery/showingDone': `The password is another one now, and money is held for 24 hours: change the password back to ${PASSPHRASE}, and walk money flows as another member until then.`,
  'two-factor/bound': 'An authenticator app is bound now: unbind it.',
  'two-factor/unbound': 'The authenticator app is unbound now: bind one with the key of the README again.',
  'email-change/changed': 'The address is another one now: change it back.',
  'withdrawal/accepted': 'A withdrawal is in progress now: open its receipt and cancel it.',
  'transfer/sent': 'Money was sent: have the recipient send it back where a later script needs it.',
  'exchange/exchanged': 'Money was exchanged: exchange it back where a later script needs it.',
  'purchase/bought':
    'A stake was bought; it can’t be undone. Where the money is missing later, start with an empty DATA_DIR.',
  'restake/decided': 'The stake is decided; it can’t be undone. For another try, start with an empty DATA_DIR.',
  'contact/sent': 'An inquiry waits for an answer; nothing to undo.',
  'sign-up/signedUp': 'There is a new member now, who is signed in: sign out.',
  'deposit/credited': 'The balance is larger now; nothing to undo.',
};

/** What must be corrected after a path that passes these states. */
export function leftBehind(
  passed: readonly { readonly flow: string; readonly state: string }[],
  arranged: readonly string[],
): readonly string[] {
  const states = new Set(passed.map(({ flow, state }) => `${flow}/${state}`));
  const told = Object.entries(left).flatMap(([place, sentence]) => (states.has(place) ? [sentence] : []));
  const held = arranged.some((sentence) => /new password by recovery/.test(sentence))
    ? [
        'The new password holds all money of this member for 24 hours: walk other money scripts as another member, or start with an empty DATA_DIR.',
      ]
    : [];
  const ended = arranged.some((sentence) => /bind an app|bind the app|bound an authenticator app/i.test(sentence))
    ? ['An authenticator app is bound now: unbind it.']
    : [];
  return [...new Set([...told, ...held, ...ended])];
}
