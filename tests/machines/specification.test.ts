import { describe, expect, it } from 'vitest';
import { explore } from '#machines/graph/explore.ts';
import { reach, rebuilt, replaced, type Part } from '#machines/graph/mutants.ts';
import { flows, graphOf } from '#tests/walk/flows.ts';
import { against, sentences } from './specification.ts';

describe.each(sentences)('$source: $says', (sentence) => {
  it('holds in every flow', () => {
    const found = flows.flatMap((cases) => against(sentence, graphOf(cases)).map((place) => `${cases.machine.id}: ${place}`));
    expect(found).toEqual([]);
  });

  it('is broken by a chart that is wrong in just this', () => {
    const planted = mistakes[sentence.says];
    expect(planted, 'each sentence has a mistake that it finds').toBeDefined();
    if (planted === undefined) return;
    expect(against(sentence, mistaken(planted))).not.toEqual([]);
  });
});

/** A transition that leads elsewhere: on an event, on an answer of a call, or at the end of a timer. */
interface Mistake {
  readonly flow: string;
  readonly state: string;
  readonly on: string;
  /** A state of the flow; null where the transition is gone. */
  readonly leadsTo: string | null;
}

const mistake = (flow: string, state: string, on: string, leadsTo: string | null): Mistake => ({ flow, state, on, leadsTo });

const mistakes: Readonly<Record<string, Mistake>> = {
  'money is confirmed only by CONFIRM on a screen that shows the review, or where a confirmation was interrupted': mistake('withdrawal', 'comparingAddresses', 'CONFIRM_ADDRESS', 'confirming'),
  'after an unsafe call that may have been carried out, the next call asks what became of it': mistake('password-change', 'changingPassword', 'failed', 'enteringPasswords'),
  'a situation whose outcome is unknown is left by asking alone': mistake('contact', 'outcomeUnknown', 'SUBMIT_FORM', 'sending'),
  'what became of a call is asked until it is known: an answer that says nothing of it leads back to asking': mistake('contact', 'reconciling', 'throttled', 'writing'),
  'no answer that says "later" or "something went wrong" ends a flow': mistake('confirmation', 'readingDraft', 'throttled', 'abandoned'),
  'an entry that the server refuses leads to a message at the step of that entry, where it can be typed again': mistake('confirmation', 'confirming', 'wrongCode', 'draftUnavailable'),
  'a session that has ended ends the flow, or the flow is one that needs none': mistake('transfer', 'findingRecipient', 'sessionEnded', 'enteringRecipient'),
  'a session that has ended is told as just that, never as success': mistake('withdrawal', 'creatingWithdrawal', 'sessionEnded', 'left'),
  'renewing that finds the session over signs out; renewing that merely fails does not': mistake('session', 'signedIn.refreshingToken', 'failed', 'signedOut.ended'),
  'another code can be asked for only where codes come by mail': mistake('confirmation', 'enteringCode', 'RESEND_CODE', 'sendingCode'),
  'an address that resembles another is compared before it is reviewed, and only the member says that it is the right one': mistake('withdrawal', 'creatingWithdrawal', 'resembling', 'reviewing'),
  'a quote ends by itself, and is no longer confirmed then': mistake('exchange', 'reviewing', 'draftLifetime', null),
  'Back and Cancel send nothing that has an effect': mistake('transfer', 'reviewing', 'BACK', 'creatingTransfer'),
  'Back from a review leads to what was typed': mistake('withdrawal', 'reviewing', 'BACK', 'left'),
  'money that is held, or that nothing can confirm, can only be left': mistake('withdrawal', 'onHold', 'CONFIRM', 'enteringWithdrawal'),
  'a money flow that is over keeps no checkpoint': mistake('transfer', 'left', 'entry', null),
  'a draft that was carried out is the end of its flow, and nothing else is': mistake('confirmation', 'confirming', 'declined', 'executed'),
  'nobody is registered whose address was not proven, or of whom the server does not say so': mistake('sign-up', 'verifyingCode', 'wrongCode', 'enteringDetails'),
  'a new password is set only after the code of the mail was right': mistake('password-recovery', 'verifyingCode', 'wrongCode', 'enteringPassword'),
  'an authenticator is bound only after a code was mailed to the verified address, just now or a moment ago': mistake('two-factor', 'binding.addingKey', 'NEXT', 'binding.enteringFirstCode'),
  'an address is changed only by a code that was sent to the new one': mistake('email-change', 'namingAddress.enteringNewEmail', 'SUBMIT_EMAIL', 'confirming.enteringCode'),
  'who has a second factor is signed in by it alone': mistake('sign-in', 'creatingToken', 'secondFactor', 'signedIn'),
};

/** The explored graph of a flow with one mistake. */
function mistaken({ flow, state, on, leadsTo }: Mistake) {
  const cases = flows.find(({ machine }) => machine.id === flow);
  if (cases === undefined) throw new Error(`There is no flow ${flow}.`);
  const keys = state.split('.').flatMap((name) => ['states', name]);
  const config = cases.machine.config;
  const part = reach(config, keys);
  if (part === undefined) throw new Error(`The flow ${flow} has no state ${state}.`);
  const changed = misled(part as Part, on, leadsTo === null ? undefined : `#${flow}.${leadsTo}`);
  return explore({ ...cases, machine: rebuilt(cases.machine, replaced(config, keys, changed)) });
}

/** A state whose transition leads to `target`; a new one where it has none of the kind. */
function misled(part: Part, on: string, target: string | undefined): Part {
  if (on === 'entry') return { ...part, entry: undefined };
  const { after, invoke, on: events } = part as { readonly after?: Part; readonly invoke?: Part & { readonly onDone?: readonly Part[] }; readonly on?: Part };
  if (after?.[on] !== undefined) return { ...part, after: { ...after, [on]: target } };
  const isAnswer = (branch: Part) => (branch['guard'] as { readonly params?: { readonly kind?: string } } | undefined)?.params?.kind === on;
  if (invoke?.onDone?.some(isAnswer) === true) return { ...part, invoke: { ...invoke, onDone: invoke.onDone.map((branch) => (isAnswer(branch) ? { ...branch, target } : branch)) } };
  if (target === undefined || !/^[A-Z_]+$/.test(on)) throw new Error(`The chart has no transition on ${on}.`);
  return { ...part, on: { ...events, [on]: target } };
}
