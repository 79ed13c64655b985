import { describe, expect, it } from 'vitest';
import type { AnyMachineSnapshot } from 'xstate';
import { explore, type AnyCases, type Graph } from '#machines/graph/explore.ts';
import { reach, rebuilt, replaced, type Part } from '#machines/graph/mutants.ts';
import { flowOf, flows, graphOf } from '#walk/paths/flows.ts';
import { sentencesOfBack } from './specification-of-back.ts';
import { sentencesOfContext, lifetimes } from './specification-of-context.ts';
import { sentencesOfEvents } from './specification-of-events.ts';
import { rests, sentencesOfTime, standsStill } from './specification-of-time.ts';
import { against, sentences, type Sentence } from './specification.ts';

const all: readonly Sentence[] = [
  ...sentences,
  ...sentencesOfEvents,
  ...sentencesOfContext,
  ...sentencesOfBack,
  ...sentencesOfTime,
];

describe.each(all)('$source: $says', (sentence) => {
  it('holds in every flow', () => {
    const found = flows.flatMap((cases) =>
      against(sentence, graphFor(sentence, cases)).map((place) => `${cases.machine.id}: ${place}`),
    );
    expect(found).toEqual([]);
  });

  it('is broken by a chart that is wrong in just this', () => {
    const planted = mistakes[sentence.says];
    expect(planted, 'each sentence has a mistake that it finds').toBeDefined();
    if (planted === undefined) return;
    expect(against(sentence, mistaken(sentence, planted))).not.toEqual([]);
  });
});

describe('the sentences', () => {
  it('speak of every event that the world brings about', () => {
    const spokenOf = new Set(
      sentencesOfEvents.flatMap(({ event, flows: of }) => (of ?? []).map((flow) => `${flow}: ${event}`)),
    );
    expect(
      flows
        .flatMap(({ machine, world }) => world.map((event) => `${machine.id}: ${event}`))
        .filter((event) => !spokenOf.has(event)),
    ).toEqual([]);
  });

  it('say of every timer what is waited for, and how long', () => {
    const found = flows.flatMap((cases) =>
      [...graphOf(cases).nodes.values()].flatMap((node) => node.timers.map((delay) => ({ cases, node, delay }))),
    );
    const wrong = found.filter(({ cases: { machine }, node, delay }) => {
      const sentence = sentencesOfTime.find(
        (of) => of.delay === delay && (of.flows ?? [machine.id]).includes(machine.id),
      );
      const [least, most] = sentence?.lasts(node) ?? [NaN, NaN];
      const lasts = lastingIn(machine, delay, node.snapshot);
      return !(lasts >= least && lasts <= most);
    });
    expect([
      ...new Set(wrong.map(({ cases, node, delay }) => `${cases.machine.id}: ${node.state} and ${delay}`)),
    ]).toEqual([]);
  });

  it('say of every screen that rests what it waits for, or why it stands still', () => {
    const resting = flows.flatMap((cases) =>
      [...graphOf(cases).nodes.values()]
        .filter((node) => rests(node) && node.timers.length === 0)
        .map(({ meta }) => meta?.screen ?? ''),
    );
    expect([...new Set(resting)].filter((screen) => !standsStill.some(([screens]) => screens.test(screen)))).toEqual(
      [],
    );
    expect(standsStill.filter(([screens]) => !resting.some((screen) => screens.test(screen)))).toEqual([]);
  });

  it('say of everything that is remembered when it is over, or that it never is', () => {
    const kept = new Set(
      flows.flatMap((cases) =>
        [...graphOf(cases).nodes.values()].flatMap(({ snapshot }) => Object.keys(snapshot.context as object)),
      ),
    );
    expect([...kept].toSorted()).toEqual(Object.keys(lifetimes).toSorted());
    const said = sentencesOfContext.map(({ says }) => says);
    expect(Object.values(lifetimes).filter((says) => says !== null && !said.includes(says))).toEqual([]);
  });
});

/** The milliseconds that a timer of a chart lasts in a situation. */
function lastingIn({ implementations }: AnyCases['machine'], delay: string, { context }: AnyMachineSnapshot): number {
  const lasts: unknown = implementations.delays[delay];
  return typeof lasts === 'function'
    ? (lasts as (args: { readonly context: unknown }) => number)({ context })
    : Number(lasts);
}

/** The explored flow as a sentence looks at it. */
function graphFor(sentence: Sentence, cases: AnyCases): Graph {
  return graphOf(casesFor(sentence, cases));
}

const withNewKeys = new Map<AnyCases, AnyCases>();

/**
 * The case tables; where a sentence is about keys, an answer that brings one brings another than the flow began with.
 */
function casesFor({ isAboutKeys = false }: Sentence, cases: AnyCases): AnyCases {
  if (!isAboutKeys || !JSON.stringify(cases.outcomes).includes('"key":')) return cases;
  const known = withNewKeys.get(cases) ?? {
    ...cases,
    outcomes: JSON.parse(JSON.stringify(cases.outcomes), (name, value: unknown) =>
      name === 'key' ? 'key-of-the-next-call' : value,
    ) as AnyCases['outcomes'],
  };
  withNewKeys.set(cases, known);
  return known;
}

/**
 * A transition that leads elsewhere or forgets one of its actions: on an event, on an answer of a call, or at the end
 * of a timer.
 */
interface Mistake {
  readonly flow: string;
  readonly state: string;
  readonly on: string;
  /** A state of the flow; null if the transition is gone. */
  readonly leadsTo: string | null;
  /** Where the transition leads where it should: an action that it leaves out, or one that it does too much. */
  readonly loses?: string;
  readonly adds?: string;
}

const mistake = (flow: string, state: string, on: string, leadsTo: string | null): Mistake => ({
  flow,
  state,
  on,
  leadsTo,
});
const omission = (flow: string, state: string, on: string, loses: string): Mistake => ({
  flow,
  state,
  on,
  leadsTo: null,
  loses,
});
const addition = (flow: string, state: string, on: string, adds: string): Mistake => ({
  flow,
  state,
  on,
  leadsTo: null,
  adds,
});

const mistakes: Readonly<Record<string, Mistake>> = {
  'money is confirmed only by CONFIRM on a screen that shows the review, or where a confirmation was interrupted':
    mistake('withdrawal', 'comparingAddresses', 'CONFIRM_ADDRESS', 'confirming'),
  'after an unsafe call that may have been carried out, the next call asks what became of it': mistake(
    'password-change',
    'changingPassword',
    'failed',
    'enteringPasswords',
  ),
  'a situation whose outcome is unknown is left by asking alone': mistake(
    'contact',
    'outcomeUnknown',
    'SUBMIT_FORM',
    'sending',
  ),
  'what became of a call is asked until it is known: an answer that says nothing of it leads back to asking': mistake(
    'contact',
    'reconciling',
    'throttled',
    'writing',
  ),
  'no answer that says "later" or "something went wrong" ends a flow': mistake(
    'confirmation',
    'readingDraft',
    'throttled',
    'abandoned',
  ),
  'an entry that the server refuses leads to a message at the step of that entry, where it can be typed again': mistake(
    'confirmation',
    'confirming',
    'wrongCode',
    'draftUnavailable',
  ),
  'a session that has ended ends the flow, or the flow is one that needs none': mistake(
    'transfer',
    'findingRecipient',
    'sessionEnded',
    'enteringRecipient',
  ),
  'a session that has ended is told as just that, never as success': mistake(
    'withdrawal',
    'creatingWithdrawal',
    'sessionEnded',
    'left',
  ),
  'renewing that finds the session over signs out; renewing that merely fails does not': mistake(
    'session',
    'signedIn.refreshingToken',
    'failed',
    'signedOut.ended',
  ),
  'another code can be asked for only where codes come by mail': mistake(
    'confirmation',
    'enteringCode',
    'RESEND_CODE',
    'sendingCode',
  ),
  'an address that resembles another is compared before it is reviewed, and only the member says that it is the right one':
    mistake('withdrawal', 'creatingWithdrawal', 'resembling', 'reviewing'),
  'a quote ends by itself, and is no longer confirmed then': mistake('exchange', 'reviewing', 'draftLifetime', null),
  'Back and Cancel send nothing that has an effect': mistake('transfer', 'reviewing', 'BACK', 'creatingTransfer'),
  'Back from a review leads to what was typed': mistake('withdrawal', 'reviewing', 'BACK', 'left'),
  'money that is held, or that nothing can confirm, can only be left': mistake(
    'withdrawal',
    'onHold',
    'CONFIRM',
    'enteringWithdrawal',
  ),
  'a money flow that is over keeps no checkpoint': mistake('transfer', 'left', 'entry', null),
  'a draft that was carried out is the end of its flow, and nothing else is': mistake(
    'confirmation',
    'confirming',
    'declined',
    'executed',
  ),
  'nobody is registered whose address was not proven, or of whom the server does not say so': mistake(
    'sign-up',
    'verifyingCode',
    'wrongCode',
    'enteringDetails',
  ),
  'a new password is set only after the code of the mail was right': mistake(
    'password-recovery',
    'verifyingCode',
    'wrongCode',
    'enteringPassword',
  ),
  'an authenticator is bound only after a code was mailed to the verified address, just now or a moment ago': mistake(
    'two-factor',
    'binding.addingKey',
    'NEXT',
    'binding.enteringFirstCode',
  ),
  'an address is changed only by a code that was sent to the new one': mistake(
    'email-change',
    'namingAddress.enteringNewEmail',
    'SUBMIT_EMAIL',
    'confirming.enteringCode',
  ),
  'a sign-out here or in another tab is obeyed wherever somebody is signed in, and forgets the session': mistake(
    'session',
    'userInfoUnavailable',
    'SIGNED_OUT',
    'loadingUserInfo',
  ),
  'a session that a call finds over is signed out wherever pages of members are shown, and forgotten': mistake(
    'session',
    'signedIn',
    'SESSION_ENDED',
    'loadingUserInfo',
  ),
  'a sign-in here or in another tab is taken over wherever nobody is signed in, with its own tokens': omission(
    'session',
    'signedOut',
    'SIGNED_IN',
    'takeRenewal',
  ),
  'tokens that another tab has renewed are taken over wherever tokens are kept fresh': mistake(
    'session',
    'signedIn',
    'TOKENS_RENEWED',
    'signedIn.awaitingRenewal',
  ),
  'a device that woke up renews at once wherever a renewal is waited for': mistake(
    'session',
    'signedIn.awaitingRenewal',
    'RENEWAL_DUE',
    'signedIn.fresh',
  ),
  'a balance that was read again is shown by every form for an amount without a message, and changes nothing else':
    omission('exchange', 'enteringExchange.blank', 'BALANCE_READ', 'keepBalance'),
  'of a code that is spent or over nothing is counted down any more': omission(
    'confirmation',
    'confirming',
    'codeSpent',
    'forgetCode',
  ),
  'of a code that has done its work nothing is counted down any more': omission(
    'two-factor',
    'binding.enabling',
    'enabled',
    'forgetCode',
  ),
  'what is counted down is of the newest code': omission('two-factor', 'binding.resendingCode', 'sent', 'keepSent'),
  'a message tells of the answer that led to it, and of none before': omission(
    'confirmation',
    'confirming',
    'wrongCode',
    'keepProblem',
  ),
  'the key of a call whose answer was lost is kept, so that it is asked for under the same': addition(
    'account-thaw',
    'thawing',
    'failed',
    'renewKey',
  ),
  'an answer that brings the key of the next call changes the key': omission(
    'sign-up',
    'verifyingCode',
    'proven',
    'renewKey',
  ),
  'a draft is remembered only while it is compared, reviewed or confirmed': mistake(
    'exchange',
    'enteringExchange',
    'entry',
    null,
  ),
  'where a flow was left off is forgotten as soon as it goes on from there': mistake(
    'two-factor',
    'choosingBoundStep',
    'exit',
    null,
  ),
  'what was found for an entry is gone where that entry is typed again': mistake(
    'transfer',
    'enteringRecipient',
    'entry',
    null,
  ),
  'Back, also out of a flow within another, leads to the step from which a press leads on to where it is pressed':
    mistake('username-recovery', 'enteringCode', 'BACK', 'showingDone'),
  'a step that a press leads to, under an address of its own or in a flow of its own, has a way back': mistake(
    'account-thaw',
    'askingForLink.linkSent',
    'BACK',
    null,
  ),
  'Back leads to no message: nothing was refused, and none of an earlier answer is true any more': mistake(
    'transfer',
    'enteringTransfer',
    'BACK',
    'enteringRecipient.self',
  ),
  'what was typed stays on the way back': addition('password-recovery', 'enteringCode', 'BACK', 'forgetAccount'),
  'a situation whose outcome is unknown asks again by itself, as a press would': mistake(
    'contact',
    'outcomeUnknown',
    'nextInquiry',
    null,
  ),
  'a request that the chain has a say in is looked at again by itself until it is over, but not under the question whether to cancel it':
    mistake('deposit', 'depositUnavailable', 'nextLook', null),
  'a draft ends by itself wherever it is compared or reviewed, for example if its confirmation finds it over': mistake(
    'withdrawal',
    'comparingAddresses',
    'draftLifetime',
    null,
  ),
  'the second step of a sign-in ends by itself': mistake('challenge', 'enteringCode', 'challengeLifetime', null),
  'tokens are renewed by themselves before they end': mistake('session', 'signedIn.fresh', 'renewalDue', null),
  'a renewal that failed is tried again by itself': mistake(
    'session',
    'signedIn.awaitingRenewal',
    'renewalRetry',
    null,
  ),
  'who has a second factor is signed in by it alone': mistake('sign-in', 'creatingToken', 'secondFactor', 'signedIn'),
};

/** The explored graph of a flow with one mistake. */
function mistaken(sentence: Sentence, { flow, state, on, leadsTo, ...actions }: Mistake) {
  const cases = casesFor(sentence, flowOf(flow));
  const keys = state.split('.').flatMap((name) => ['states', name]);
  const config = cases.machine.config;
  const part = reach(config, keys);
  if (part === undefined) throw new Error(`The flow ${flow} has no state ${state}.`);
  const isMisled = actions.loses === undefined && actions.adds === undefined;
  const changed = isMisled
    ? misled(part as Part, on, leadsTo === null ? undefined : `#${flow}.${leadsTo}`)
    : withActions(part as Part, on, actions);
  return explore({ ...cases, machine: rebuilt(cases.machine, replaced(config, keys, changed)) });
}

/** A state whose transition leads to `target`; a new one where it has none of the kind. */
function misled(part: Part, on: string, target: string | undefined): Part {
  if (on === 'entry' || on === 'exit') return { ...part, [on]: undefined };
  if (target === undefined && (part['on'] as Part | undefined)?.[on] !== undefined)
    return { ...part, on: { ...(part['on'] as Part), [on]: undefined } };
  const {
    after,
    invoke,
    on: events,
  } = part as {
    readonly after?: Part;
    readonly invoke?: Part & { readonly onDone?: readonly Part[] };
    readonly on?: Part;
  };
  if (after?.[on] !== undefined) return { ...part, after: { ...after, [on]: target } };
  if (invoke?.onDone?.some(isAnswer(on)) === true)
    return {
      ...part,
      invoke: {
        ...invoke,
        onDone: invoke.onDone.map((branch) => (isAnswer(on)(branch) ? { ...branch, target } : branch)),
      },
    };
  if (target === undefined || !/^[A-Z_]+$/.test(on)) throw new Error(`The chart has no transition on ${on}.`);
  return { ...part, on: { ...events, [on]: target } };
}

function isAnswer(kind: string): (branch: Part) => boolean {
  return (branch) =>
    (branch['guard'] as { readonly params?: { readonly kind?: string } } | undefined)?.params?.kind === kind;
}

/** A state whose transition does an action less, or one more. */
function withActions(part: Part, on: string, { loses, adds }: Pick<Mistake, 'loses' | 'adds'>): Part {
  const nameOf = (action: unknown): unknown =>
    typeof action === 'object' && action !== null && 'type' in action ? action.type : action;
  const changed = (branch: Part): Part => ({
    ...branch,
    actions: [
      ...[branch['actions'] ?? []].flat().filter((action) => nameOf(action) !== loses),
      ...(adds === undefined ? [] : [adds]),
    ],
  });
  const { invoke, on: events } = part as {
    readonly invoke?: Part & { readonly onDone?: readonly Part[] };
    readonly on?: Part;
  };
  if (events?.[on] !== undefined) return { ...part, on: { ...events, [on]: changed(events[on] as Part) } };
  if (invoke?.onDone?.some(isAnswer(on)) !== true) throw new Error(`The chart has no transition on ${on}.`);
  return {
    ...part,
    invoke: { ...invoke, onDone: invoke.onDone.map((branch) => (isAnswer(on)(branch) ? changed(branch) : branch)) },
  };
}
