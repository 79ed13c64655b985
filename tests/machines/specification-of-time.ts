import type { Edge, Node } from '#machines/graph/explore.ts';
import { answers, ends, moneyFlows, type Explored, type Sentence } from './specification.ts';

/**
 * What happens while nobody presses anything. What a situation waits for is derived from what it shows and remembers; a
 * missing timer and an unnecessary one both violate the sentence of that timer.
 */
export const sentencesOfTime: readonly (Sentence & {
  readonly delay: string;
  readonly lasts: (node: Node) => readonly [least: number, most: number];
})[] = [
  {
    source: 'P-3, P-4',
    says: 'a situation with an unknown outcome asks again automatically, as a press would',
    delay: 'nextInquiry',
    lasts: () => patience,
    against: (flow) =>
      misplaced(
        flow,
        'nextInquiry',
        (node) => /-unknown$/.test(screenOf(node)),
        ({ from }, _from, to) => asksAgain(flow, from, to),
      ),
  },
  {
    source: 'F-09, D-06, D-27',
    says: 'a request that depends on the chain is refreshed automatically until it is over, except while the member is asked whether to cancel it',
    flows: ['deposit'],
    delay: 'nextLook',
    lasts: () => patience,
    against: (flow) =>
      misplaced(
        flow,
        'nextLook',
        (node) => hasRequest(node) && !/-(unknown|form|unavailable)$/.test(screenOf(node)) && !asks(flow, node),
        (_edge, _from, to) => to.running.includes('getDeposit'),
      ),
  },
  {
    source: 'D-24, SRC §9',
    says: 'a draft ends automatically wherever it is compared or reviewed, for example if its confirmation finds it over',
    flows: moneyFlows,
    delay: 'draftLifetime',
    lasts: (node) => exactly((node.snapshot.context as { readonly open: { readonly lifetime: number } }).open.lifetime),
    against: (flow) => misplaced(flow, 'draftLifetime', hasDraft, (_edge, _from, to) => isSaidOver(flow, to)),
  },
  {
    source: 'F-02, decision 0006',
    says: 'the second step of a sign-in expires automatically',
    flows: ['challenge'],
    delay: 'challengeLifetime',
    lasts: (node) => exactly((node.snapshot.context as { readonly lifetime: number }).lifetime),
    against: (flow) =>
      misplaced(
        flow,
        'challengeLifetime',
        (node) => screenOf(node) === 'challenge-code',
        (_edge, _from, to) => (to.snapshot.output as { readonly kind?: unknown } | undefined)?.kind === 'over',
      ),
  },
  {
    source: 'F-01, D-14',
    says: 'tokens are renewed automatically before they expire',
    flows: ['session'],
    delay: 'renewalDue',
    lasts: (node) => exactly((node.snapshot.context as { readonly renewIn: number }).renewIn),
    against: (flow) =>
      misplaced(
        flow,
        'renewalDue',
        (node) => screenOf(node) === 'member' && !hasFailed(flow, node),
        (_edge, _from, to) => to.running.includes('refreshToken'),
      ),
  },
  {
    source: 'F-01, D-14',
    says: 'a failed renewal is retried automatically',
    flows: ['session'],
    delay: 'renewalRetry',
    lasts: () => patience,
    against: (flow) =>
      misplaced(
        flow,
        'renewalRetry',
        (node) => screenOf(node) === 'member' && hasFailed(flow, node),
        (_edge, _from, to) => to.running.includes('refreshToken'),
      ),
  },
];

/** Screens that stay unchanged until a press, and why no external event has to show there. */
export const standsStill: readonly (readonly [screens: RegExp, because: string])[] = [
  [
    /^(account-freeze|account-thaw-confirm|freeze-link(-objecting|-objected)?|sign-out|email-verification|two-factor-(app|key|state|unbind|renew|recovery|new-codes|unverified))$|-asking$|^confirmation-device$/,
    'It says what a press does, or what a press has done.',
  ],
  [/^(account-thaw|email-change)-sent$/, 'It goes on where the mail is read.'],
  [
    /-(unavailable|stopped|invalid|gone|expired|codes-lost|email-taken|email-unchecked)$/,
    'It tells of one answer and of what a press does about it.',
  ],
  [/-(done|decided|unconfirmable)$/, 'Nothing is waited for.'],
  [/-(on-hold|running)$/, 'It names the time until which it holds.'],
  [/^sign-up-seat$/, 'The place is looked at, not held (decision 0013).'],
  [/^sign-in$/, 'Whoever signs in elsewhere is heard of (D-14).'],
  [/^deposit-address$/, 'Under the question whether to cancel the request nothing is exchanged.'],
];

/** Whether nothing is typed, requested or running in another flow: only time and presses are left. */
export function rests(node: Node): boolean {
  return (
    !ends(node) &&
    node.meta !== null &&
    node.running.length === 0 &&
    !node.tags.includes('form') &&
    !node.tags.includes('waiting')
  );
}

/**
 * How long a screen waits before it asks again automatically, in milliseconds: no hammering, and no appearance of being
 * stuck.
 */
const patience: readonly [number, number] = [2_000, 10_000];

const exactly = (ms: number): readonly [number, number] => [ms, ms];
const screenOf = ({ meta }: Node): string => meta?.screen ?? '';
const isActive = (node: Node): boolean => !ends(node) && node.meta !== null && node.running.length === 0;
/** The request is known by its number, whether or not it could be read. */
const hasRequest = ({ snapshot }: Node): boolean =>
  (snapshot.context as { readonly depositId?: unknown }).depositId != null;
const hasDraft = (node: Node): boolean =>
  !node.tags.includes('form') && (node.snapshot.context as { readonly open: unknown }).open != null;
const asks = (flow: Explored, node: Node): boolean =>
  flow.leaving(node).some(({ step }) => step.kind === 'event' && step.event === 'CONFIRM_CANCEL');

/** Whether the last renewal returned no tokens. */
function hasFailed(flow: Explored, node: Node): boolean {
  return flow.graph.edges.some(
    ({ to, step }) =>
      to === node.key && step.kind === 'outcome' && step.actor === 'refreshToken' && step.outcome !== 'renewed',
  );
}

/** Whether time leads to the same state as pressing "ask again", and that state asks. */
function asksAgain(flow: Explored, from: string | null, to: Node): boolean {
  const pressed = flow.graph.edges.find(
    (edge) => edge.from === from && edge.step.kind === 'event' && edge.step.event === 'RETRY',
  );
  return to.running.length > 0 && pressed?.to === to.key;
}

/** Whether the situation is that of a draft that was found to be over, with its message. */
function isSaidOver(flow: Explored, { state, snapshot }: Node): boolean {
  const { problem } = snapshot.context as { readonly problem: unknown };
  return problem !== null && flow.graph.edges.some((edge) => answers(edge, 'over') && flow.to(edge).state === state);
}

/**
 * Where the timer is missing although something is waited for, where it runs although nothing is, and where it leads to
 * the wrong state.
 */
function misplaced(
  flow: Explored,
  delay: string,
  waits: (node: Node) => boolean,
  isRight: (edge: Edge, from: Node, to: Node) => boolean,
): readonly string[] {
  return [
    ...flow.nodes
      .filter((node) => node.timers.includes(delay) !== (isActive(node) && waits(node)))
      .map(({ state }) => `${state} and ${delay}`),
    ...flow.where(
      (edge, from, to) => edge.step.kind === 'timer' && edge.step.delay === delay && !isRight(edge, from, to),
    ),
  ];
}
