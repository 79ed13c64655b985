import { isEvent, moneyFlows, type Explored, type Sentence } from './specification.ts';
import type { Problem } from '#machines/chart/problem.ts';
import type { Edge, Node } from '#machines/graph/explore.ts';

/** What a device may answer instead of a passkey. */
const REFUSALS: Readonly<Record<string, string>> = {
  DEVICE_CANCELLED: 'a member who stops',
  DEVICE_KNOWN: 'a device that has a passkey of the account',
  DEVICE_UNSUPPORTED: 'a device that can use no passkey',
  DEVICE_FAILED: 'a device that fails',
};
const MESSAGES: Readonly<Record<string, string>> = {
  DEVICE_CANCELLED: '.cancelled',
  DEVICE_KNOWN: '.known',
  DEVICE_UNSUPPORTED: '.unsupported',
  DEVICE_FAILED: '.broken',
};

/**
 * How a flow must react to external events: other tabs, calls, the device, the wallet. No screen has a control for
 * them, so nobody would notice a missing reaction. Which states must react is derived from what they show and run,
 * never from their names.
 */
export const sentencesOfEvents: readonly (Sentence & { readonly event: string })[] = [
  {
    source: 'F-01, SRC §4',
    says: 'a sign-out here or in another tab takes effect wherever a member is signed in, and forgets the session',
    event: 'SIGNED_OUT',
    flows: ['session'],
    against: (flow) =>
      unheard(
        flow,
        'SIGNED_OUT',
        somebodyIsSignedIn,
        ({ effects }, _from, to) => asksToSignIn(to) && effects.some(({ type }) => type === 'forgetSession'),
      ),
  },
  {
    source: 'SRC §2, SRC §8',
    says: 'a session that a call finds over is signed out and forgotten wherever members’ pages are shown',
    event: 'SESSION_ENDED',
    flows: ['session'],
    against: (flow) =>
      unheard(
        flow,
        'SESSION_ENDED',
        showsMembersPages,
        ({ effects }, _from, to) => asksToSignIn(to) && effects.some(({ type }) => type === 'forgetSession'),
      ),
  },
  {
    source: 'F-01',
    says: 'a sign-in here or in another tab is adopted wherever nobody is signed in, with its own tokens',
    event: 'SIGNED_IN',
    flows: ['session'],
    against: (flow) =>
      unheard(
        flow,
        'SIGNED_IN',
        asksToSignIn,
        (edge, _from, to) => to.running.includes('getUserInfo') && renewalOf(to) === renewalIn(flow, edge),
      ),
  },
  {
    source: 'D-14',
    says: 'tokens that another tab has renewed are adopted wherever tokens are kept fresh',
    event: 'TOKENS_RENEWED',
    flows: ['session'],
    against: (flow) =>
      unheard(
        flow,
        'TOKENS_RENEWED',
        showsMembersPages,
        (edge, _from, to) => to.timers.includes('renewalDue') && renewalOf(to) === renewalIn(flow, edge),
      ),
  },
  {
    source: 'D-14',
    says: 'a device that wakes up renews at once wherever a renewal is pending',
    event: 'RENEWAL_DUE',
    flows: ['session'],
    against: (flow) =>
      unheard(
        flow,
        'RENEWAL_DUE',
        ({ timers }) => timers.length > 0,
        (_edge, _from, to) => to.running.includes('refreshToken'),
      ),
  },
  {
    source: 'D-26',
    says: 'a refreshed balance is taken by every form for an amount, and ends the refusal of what it suffices for',
    event: 'BALANCE_READ',
    flows: moneyFlows.filter((flow) => flow !== 'restake'),
    against: (flow) =>
      unheard(
        flow,
        'BALANCE_READ',
        isFormWithOldBalance,
        (_edge, from, to) =>
          hasNewBalance(to) &&
          withoutBalance(from) === withoutBalance(to) &&
          (sufficesFor(from) ? isBlank(to) : to.state === from.state && namesNewBalance(to)),
      ),
  },
  ...Object.entries(REFUSALS).map(([event, what]) => ({
    source: 'P-4, P-5',
    says: `${what} is told where the device was asked, and it can be asked again`,
    event,
    // A device that is asked to sign can't say that it has a passkey already.
    flows: event === 'DEVICE_KNOWN' ? ['passkeys'] : ['passkeys', 'confirmation'],
    against: (flow: Explored) =>
      unheard(
        flow,
        event,
        asksDevice,
        (_edge, _from, to) => asksDevice(to) && to.tags.includes('error') && to.state.endsWith(MESSAGES[event] ?? '?'),
      ),
  })),
];

const asksDevice = ({ meta, tags }: Node): boolean =>
  ['passkeys-device-asking', 'confirmation-device'].includes(meta?.screen ?? '') && !tags.includes('waiting');

/** The screens that show a balance beside what is typed or chosen, and the one that leads to such a form. */
const balanceForms = [
  'withdrawal-form',
  'transfer-recipient',
  'transfer-form',
  'exchange-form',
  'purchase-stages',
  'purchase-plan',
];
/** The balance in the samples of `BALANCE_READ`, as a whole number. */
const AVAILABLE = '12600';
const NEW_BALANCE = `"available":"${AVAILABLE}"`;

const asksToSignIn = ({ meta }: Node): boolean => meta?.route === '/Signin';
const showsMembersPages = ({ meta }: Node): boolean => meta?.screen === 'member';
/** Until the browser's storage is read, nobody is signed in. */
const somebodyIsSignedIn = (node: Node): boolean => !asksToSignIn(node) && !node.running.includes('restoreSession');
const renewalOf = ({ snapshot }: Node): unknown => (snapshot.context as { readonly renewIn: number }).renewIn;
const hasNewBalance = ({ snapshot }: Node): boolean =>
  JSON.stringify((snapshot.context as { readonly options: unknown }).options).includes(NEW_BALANCE);
const isFormWithOldBalance = (node: Node): boolean =>
  balanceForms.includes(node.meta?.screen ?? '') && node.tags.includes('form') && !hasNewBalance(node);

const problemOf = ({ snapshot }: Node) => (snapshot.context as { readonly problem: Problem | null }).problem;
/** The amounts of a refusal for lack of balance. */
const lackOf = (node: Node) =>
  problemOf(node)?.code === 'insufficient_balance' ? (problemOf(node)?.amounts ?? null) : null;
const sufficesFor = (node: Node): boolean => Number(lackOf(node)?.asked ?? Infinity) <= Number(AVAILABLE);
const namesNewBalance = (node: Node): boolean => (lackOf(node)?.available ?? AVAILABLE) === AVAILABLE;
const isBlank = (node: Node): boolean => node.state.endsWith('.blank') && problemOf(node) === null;

/** What is known besides the balance and what is said of it. */
function withoutBalance(node: Node): string {
  const said = lackOf(node) === null ? problemOf(node) : null;
  return JSON.stringify({ ...(node.snapshot.context as object), options: null, problem: said });
}

/** The delay until the next renewal that the event itself contains. */
function renewalIn({ graph }: Explored, { step }: Edge): unknown {
  return step.kind === 'event'
    ? (graph.cases.events[step.event]?.[step.sample] as { readonly renewIn?: number } | undefined)?.renewIn
    : undefined;
}

/** Where a required event is ignored, and where it leads to the wrong state. */
function unheard(
  flow: Explored,
  event: string,
  mustHear: (node: Node) => boolean,
  isRight: (edge: Edge, from: Node, to: Node) => boolean,
): readonly string[] {
  const deaf = flow.nodes.filter((node) => mustHear(node) && !flow.leaving(node).some((edge) => isEvent(edge, event)));
  return [
    ...deaf.map(({ state }) => `${state} does not hear ${event}`),
    ...flow.where((edge, from, to) => isEvent(edge, event) && mustHear(from) && !isRight(edge, from, to)),
  ];
}
