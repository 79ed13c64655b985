// Plain words for the names in a chart: outcomes, events, moments.

/** Outcomes whose name alone doesn't say what happens. */
const outcomes: Readonly<Record<string, string>> = {
  networkError: 'answer lost',
  undocumentedReply: 'answer not understood',
  refused: 'entries refused',
  throttled: 'too many tries',
  failed: 'error of the server',
  running: 'still being carried out',
  sessionEnded: 'session ended elsewhere',
  forbidden: 'not allowed',
  notDone: 'not done',
  done: 'done',
  doneWithoutCodes: 'done, codes no longer shown',
  invalidLogin: 'wrong password',
  secondFactor: 'second step asked for',
  over: 'time or tries over',
  gone: 'no longer there',
  closed: 'asset closed',
  riskChanged: 'new risk statement',
  resembling: 'address resembles a known one',
  expired: 'run out',
  executed: 'carried out',
  alreadyDone: 'done in another tab',
  codeOver: 'code used up',
  emailCodeOver: 'mailed code used up',
  codeSpent: 'code used up',
  keyUsed: 'key used by other entries',
  none: 'nobody signed in',
  userKnown: 'signed in',
  userUnknown: 'signed in, member not known yet',
  on: 'app is bound',
  off: 'no app is bound',
  asksMail: 'code comes by mail',
  asksApp: 'code of the app',
  asksNothing: 'no code asked for',
  self: 'own name',
};

/** Calls and child flows whose name alone doesn't say what they mean to a member. */
const actors: Readonly<Record<string, string>> = {
  createToken: 'sign in',
  challenge: 'second step',
  getRequestOutcome: 'asked again',
  getDraft: 'asked for its outcome',
  restoreSession: 'browser',
  verifyTwoFactor: 'code',
};

/** A call in words: `createWithdrawal` is "create withdrawal". */
export function actorInWords(actor: string): string {
  return actors[actor] ?? inWords(actor);
}

/** An outcome in words: `invalidLogin` is "wrong password". */
export function outcomeInWords(outcome: string): string {
  return outcomes[outcome] ?? inWords(outcome);
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
