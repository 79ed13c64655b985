// Plain words for the names in a chart: outcomes, events, moments.

/** Outcomes whose name alone doesn't say what happens. */
export const OUTCOME_WORDS: Readonly<Record<string, string>> = {
  networkError: 'response lost',
  undocumentedReply: 'response not recognized',
  refused: 'entries refused',
  throttled: 'too many attempts',
  failed: 'server error',
  running: 'still processing',
  sessionEnded: 'signed out elsewhere',
  forbidden: 'not allowed',
  notDone: 'not done',
  done: 'done',
  doneWithoutCodes: 'done, codes no longer shown',
  invalidLogin: 'wrong password',
  secondFactor: 'second step asked for',
  over: 'time or attempts used up',
  gone: 'no longer there',
  closed: 'asset closed',
  riskChanged: 'new risk disclosure',
  resembling: 'address resembles a known one',
  executed: 'confirmed',
  decided: 'decided elsewhere',
  alreadyDone: 'done in another tab',
  codeOver: 'code used up',
  emailCodeOver: 'emailed code used up',
  codeSpent: 'code used up',
  keyUsed: 'key used by other entries',
  none: 'no one signed in',
  userKnown: 'signed in',
  userUnknown: 'signed in, member not known yet',
  on: 'app is set up',
  off: 'no app is set up',
  asksMail: 'code comes by email',
  asksApp: 'code of the app',
  asksNothing: 'no code asked for',
  self: 'own name',
};

/** Calls and child flows whose name alone doesn't say what they mean to a member. */
export const ACTOR_WORDS: Readonly<Record<string, string>> = {
  createToken: 'sign in',
  challenge: 'second step',
  getRequestOutcome: 'asked again',
  getDraft: 'checked the outcome',
  restoreSession: 'browser',
  verifyTwoFactor: 'code',
};

/** A call in words: `createWithdrawal` is "create withdrawal". */
export function actorInWords(actor: string): string {
  return ACTOR_WORDS[actor] ?? inWords(actor);
}

/** An outcome in words: `invalidLogin` is "wrong password". */
export function outcomeInWords(outcome: string): string {
  return OUTCOME_WORDS[outcome] ?? inWords(outcome);
}

/** `reloadedAtForm` as "reloaded at form", `signedIn.fresh` as "signed in, fresh". */
export function inWords(name: string): string {
  return name
    .replaceAll('.', ', ')
    .replaceAll(/([a-z\d])([A-Z])/g, (_, before: string, after: string) => `${before} ${after.toLowerCase()}`)
    .replaceAll(/_+/g, ' ')
    .replaceAll('-', ' ')
    .replace(/^[A-Z]+( [A-Z]+)*$/, (all) => all.toLowerCase());
}
