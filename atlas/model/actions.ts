/**
 * What the actions of the charts do, as analysts read it. A test sees to it that none is missing here and none is too
 * many.
 */
const does: Readonly<Record<string, string>> = {
  askForCode: 'asks for a code of the authenticator app from now on',
  dropChallenge: 'gives up asking for the second factor',
  dropDeposit: 'puts the chosen deposit aside',
  dropDraft: 'puts the draft aside',
  dropRecipient: 'puts the recipient aside',
  dropStage: 'puts the chosen plan aside',
  forgetAccount: 'forgets whose password it was about',
  forgetBeginning: 'forgets where it took up',
  forgetCheckpoint: 'forgets how far it had come: a reload starts over',
  forgetCode: 'forgets the code that was sent',
  forgetDraft: 'forgets the message that was begun',
  forgetEmail: 'forgets the new address',
  forgetGrant: 'forgets the leave to set a password',
  forgetProblem: 'takes the message away',
  forgetResume: 'forgets where it took up',
  forgetSeat: 'forgets the place in the tree',
  forgetSession: 'forgets the session in this browser',
  keepAccount: 'remembers the account that was named',
  keepAgreed: 'remembers the statement that was acknowledged',
  keepBalance: 'shows the newest balance',
  keepBound: 'remembers whether a second factor is set up',
  keepChallenge: 'remembers which second factor is asked for',
  keepChoice: 'remembers the deposit that was opened',
  keepDeposit: 'shows the deposit as the server has it',
  keepDraft: 'remembers the draft that the server has made',
  keepEmail: 'remembers the address that was typed',
  keepError: 'remembers that no answer came, to be told',
  keepExpiry: 'remembers that time ran out, to be told',
  keepFrozen: 'remembers whether the account is still frozen',
  keepGone: 'remembers that it is not there any more, to be told',
  keepGrant: 'remembers the leave to set a password',
  keepMember: 'remembers the new member',
  keepMethod: 'remembers which second factor was chosen',
  keepOption: 'remembers the option that was chosen',
  keepOptions: 'remembers what there is to choose from, and the limits',
  keepPlace: 'remembers the place in the tree that was found free',
  keepProblem: 'remembers what the server says, to be told',
  keepRecipient: 'remembers the recipient that was found',
  keepRenewal: 'remembers when the session is to be renewed',
  keepSeat: 'remembers the place in the tree',
  keepSent: 'remembers where a code was sent and how long it holds',
  keepStage: 'remembers the plan that was chosen',
  keepTerms: 'takes the new statement, which must be acknowledged again',
  keepTooLittle: 'remembers that the amount is too small, to be told',
  keepTooMuch: 'remembers that the balance is too small, to be told',
  keepTyped: 'remembers what was typed',
  keepUsername: 'remembers the username that was typed',
  renewKey: 'makes the next request a new one',
  resumeChallenge: 'takes up the second factor where it was left',
  saveCheckpoint: 'notes how far it has come, for a reload',
  takeRenewal: 'takes over when the session is to be renewed',
  takeUpResume: 'takes up what was noted before the reload',
  useAppCode: 'asks for a code of the authenticator app',
  useMethod: 'asks for the second factor that was chosen',
  useRecoveryCode: 'asks for a recovery code',
  'xstate.cancel': 'stops the timer',
  'xstate.raise': 'starts a timer',
};

/** What some actions do, in words; by its name where an action has none. */
export function actionsInWords(actions: readonly string[]): string {
  return actions.map((action) => (Object.hasOwn(does, action) ? does[action] : action)).join('; ');
}

/** The names of all actions that have words. */
export const namedActions: readonly string[] = Object.keys(does);
