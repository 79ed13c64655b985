import { isCall, type Edge, type Graph, type Node } from '#machines/graph/explore.ts';
import { leavingOf } from '#machines/graph/ways.ts';
import { unsafeCalls } from '#walk/paths/flows.ts';

/**
 * Sentences of the specification that are true for every chart. They are written independently of the charts, so a
 * chart that was changed by mistake contradicts them even if its documents were generated again.
 */
export interface Sentence {
  /** Where the specification says so. */
  readonly source: string;
  readonly says: string;
  /** The flows that it is about; all of them by default. */
  readonly flows?: readonly string[];
  /** Whether it is checked in flows whose answers' keys differ from the samples, in which all keys are equal. */
  readonly isAboutKeys?: boolean;
  /** What in a flow violates it: places, for people. */
  readonly against: (flow: Explored) => readonly string[];
}

/** An explored flow, as the sentences see it. */
export class Explored {
  readonly graph: Graph;
  readonly nodes: readonly Node[];
  readonly #leaving: ReadonlyMap<string, readonly Edge[]>;

  constructor(graph: Graph) {
    this.graph = graph;
    this.nodes = [...graph.nodes.values()];
    this.#leaving = leavingOf(graph);
  }

  leaving(node: Node): readonly Edge[] {
    return this.#leaving.get(node.key) ?? [];
  }

  to({ to }: Edge): Node {
    const node = this.graph.nodes.get(to);
    if (node === undefined) throw new Error('An edge leads to no node.');
    return node;
  }

  from({ from }: Edge): Node | null {
    return from === null ? null : (this.graph.nodes.get(from) ?? null);
  }

  /** The edges for which `is` holds, as places. */
  where(is: (edge: Edge, from: Node, to: Node) => boolean): readonly string[] {
    return this.graph.edges.flatMap((edge) => {
      const from = this.from(edge);
      return from !== null && is(edge, from, this.to(edge))
        ? [`${from.state} · ${stepOf(edge)} → ${this.to(edge).state}`]
        : [];
    });
  }

  /** Whether something is typed on a screen. */
  isForm(screen: string | undefined): boolean {
    return this.nodes.some(({ meta, tags }) => meta?.screen === screen && tags.includes('form'));
  }

  /** The calls that may come first after `node`, before any other call. */
  nextCalls(node: Node): ReadonlySet<string> {
    const calls = new Set(node.running.filter((name) => isCall(this.graph.cases.machine, name)));
    const seen = new Set([node.key]);
    const queue = calls.size > 0 ? [] : [node];
    for (const at of queue) {
      for (const edge of this.leaving(at)) {
        const next = this.to(edge);
        const begun = next.running.filter((name) => isCall(this.graph.cases.machine, name));
        for (const call of begun) calls.add(call);
        if (begun.length > 0 || seen.has(next.key)) continue;
        seen.add(next.key);
        queue.push(next);
      }
    }
    return calls;
  }

  /**
   * Whether `call` can begin before an edge for which `without` holds has been taken; flows that resume after a reload
   * are left out.
   */
  canBegin(call: string, without: (edge: Edge) => boolean): boolean {
    const starts = this.graph.edges.filter(
      ({ step }) => step.kind === 'start' && !isResumed(this.graph.cases.starts[step.name]?.input),
    );
    const seen = new Set(starts.map(({ to }) => to));
    for (const key of seen) {
      const node = this.graph.nodes.get(key);
      if (node === undefined) continue;
      if (node.running.includes(call)) return true;
      for (const edge of this.leaving(node)) if (!without(edge)) seen.add(edge.to);
    }
    return false;
  }
}

function isResumed(input: unknown): boolean {
  const { resume = null } = (input ?? {}) as { readonly resume?: unknown };
  return resume !== null;
}

function stepOf({ step }: Edge): string {
  if (step.kind === 'event') return step.event;
  if (step.kind === 'outcome') return `${step.actor} [${step.outcome}]`;
  return step.kind === 'timer' ? step.delay : step.name;
}

export const isOutcome = ({ step }: Edge, actor: string, outcome: string): boolean =>
  step.kind === 'outcome' && step.actor === actor && step.outcome === outcome;
export const isEvent = ({ step }: Edge, ...events: readonly string[]): boolean =>
  step.kind === 'event' && events.includes(step.event);
export const answers = ({ step }: Edge, ...outcomes: readonly string[]): boolean =>
  step.kind === 'outcome' && outcomes.includes(step.outcome);
export const isMessage = ({ tags }: Node): boolean => tags.includes('error');
export const offers = (flow: Explored, node: Node): readonly string[] => [
  ...new Set(flow.leaving(node).flatMap(({ step }) => (step.kind === 'event' ? [step.event] : []))),
];
export const ends = ({ status }: Node): boolean => status === 'done';
export const endOf = ({ snapshot }: Node): unknown =>
  (snapshot.output as { readonly kind?: unknown } | undefined)?.kind;

/** The screens on which a member reads what they are about to confirm. */
export const reviews = ['withdrawal-review', 'transfer-review', 'exchange-quote', 'purchase-review', 'restake-review'];
export const moneyFlows = ['withdrawal', 'transfer', 'exchange', 'purchase', 'restake'];

export const sentences: readonly Sentence[] = [
  {
    source: 'D-08, SRC §9',
    says: 'money is confirmed only by CONFIRM on a screen that shows the review, or when an interrupted confirmation resumes',
    flows: moneyFlows,
    against: (flow) =>
      flow.where((edge, from, to) => {
        if (!to.running.includes('confirmation') || from.running.includes('confirmation')) return false;
        const { resume } = from.snapshot.context as { readonly resume: { readonly step: string } | null };
        return (
          !(isEvent(edge, 'CONFIRM') && reviews.includes(from.meta?.screen ?? '')) && resume?.step !== 'confirming'
        );
      }),
  },
  {
    source: 'P-3',
    says: 'after an unsafe call that may have been carried out, the next call asks for its outcome',
    against: (flow) =>
      flow.where((edge, from, to) => {
        if (edge.step.kind !== 'outcome' || !unsafeCalls.has(edge.step.actor) || from.meta?.lostAnswer !== undefined)
          return false;
        return (
          answers(edge, 'failed', 'running', 'networkError', 'undocumentedReply') &&
          [...flow.nextCalls(to)].some((call) => unsafeCalls.has(call))
        );
      }),
  },
  {
    source: 'P-3, P-4',
    says: 'a situation with an unknown outcome is left only by asking for it',
    against: (flow) =>
      flow.nodes
        .filter(
          (node) =>
            /^\w*[oO]utcomeUnknown/.test(node.state.split('.').at(-1) ?? '') &&
            offers(flow, node).some((event) => event !== 'RETRY'),
        )
        .map(({ state }) => state),
  },
  {
    source: 'P-3',
    says: 'the outcome of a call is asked for until it is known: an answer without it leads back to asking',
    against: (flow) =>
      flow.where(
        (edge, _from, to) =>
          edge.step.kind === 'outcome' &&
          edge.step.actor === 'getRequestOutcome' &&
          answers(
            edge,
            'failed',
            'throttled',
            'maintenance',
            'refused',
            'running',
            'networkError',
            'undocumentedReply',
          ) &&
          ![...flow.nextCalls(to)].every((call) => call === 'getRequestOutcome'),
      ),
  },
  {
    source: 'P-4',
    says: 'no answer that says "later" or "something went wrong" ends a flow',
    against: (flow) =>
      flow.graph.id === 'sign-out'
        ? []
        : flow.where(
            (edge, _from, to) =>
              answers(edge, 'throttled', 'maintenance', 'failed', 'refused', 'networkError', 'undocumentedReply') &&
              ends(to) &&
              flow.graph.id !== 'session',
          ),
  },
  {
    source: 'P-4, SRC §5',
    says: 'input that the server refuses leads to a message at its step, where it can be typed again',
    against: (flow) =>
      flow.where(
        (edge, from, to) =>
          answers(
            edge,
            'wrongCode',
            'wrongEmailCode',
            'wrongPassword',
            'invalidLogin',
            'belowMinimum',
            'addressRefused',
            'addressNotAllowed',
            'insufficientBalance',
          ) &&
          flow.isForm(from.meta?.screen) &&
          !(isMessage(to) && to.meta?.screen === from.meta?.screen),
      ),
  },
  {
    source: 'SRC §8',
    says: 'the end of the session ends the flow, unless the flow needs none',
    against: (flow) =>
      flow.where(
        (edge, _from, to) =>
          answers(edge, 'sessionEnded') &&
          !ends(to) &&
          !['account-freeze', 'account-thaw', 'freeze-link', 'password-recovery', 'sign-up', 'session'].includes(
            flow.graph.id,
          ) &&
          !(edge.step.kind === 'outcome' && edge.step.actor === 'getRequestOutcome'),
      ),
  },
  {
    source: 'SRC §8',
    says: 'the end of the session is reported as such, never as success',
    flows: [...moneyFlows, 'confirmation', 'deposit', 'two-factor'],
    against: (flow) =>
      flow.where((edge, _from, to) => answers(edge, 'sessionEnded') && ends(to) && endOf(to) !== 'sessionEnded'),
  },
  {
    source: 'F-01, SRC §4',
    says: 'a renewal that finds the session over signs out; one that merely fails does not',
    flows: ['session'],
    against: (flow) =>
      flow.where(
        (edge, _from, to) =>
          edge.step.kind === 'outcome' &&
          edge.step.actor === 'refreshToken' &&
          answers(edge, 'sessionEnded', 'refused') !== to.state.startsWith('signedOut'),
      ),
  },
  {
    source: 'D-28',
    says: 'an address that resembles another is compared before it is reviewed, and only the member decides that it is right',
    flows: ['withdrawal'],
    against: (flow) => [
      ...flow.where(
        (edge, _from, to) =>
          isOutcome(edge, 'createWithdrawal', 'resembling') && to.meta?.screen !== 'withdrawal-compare',
      ),
      ...flow.where(
        (edge, from, to) =>
          from.meta?.screen === 'withdrawal-compare' &&
          to.meta?.screen === 'withdrawal-review' &&
          !isEvent(edge, 'CONFIRM_ADDRESS'),
      ),
    ],
  },
  {
    source: 'D-24, SRC §9',
    says: 'a quote expires automatically, and can no longer be confirmed then',
    flows: moneyFlows,
    against: (flow) => [
      ...flow.nodes
        .filter((node) => reviews.includes(node.meta?.screen ?? '') && !node.timers.includes('draftLifetime'))
        .map(({ state }) => state),
      ...flow.where(
        ({ step }, _from, to) =>
          step.kind === 'timer' &&
          step.delay === 'draftLifetime' &&
          (to.running.includes('confirmation') || reviews.includes(to.meta?.screen ?? '')),
      ),
    ],
  },
  {
    source: 'P-2',
    says: 'Back and Cancel send nothing that has an effect',
    against: (flow) =>
      flow.where(
        (edge, _from, to) =>
          isEvent(edge, 'BACK', 'CANCEL', 'LEAVE', 'KEEP_REQUEST') && to.running.some((call) => unsafeCalls.has(call)),
      ),
  },
  {
    source: 'P-2',
    says: 'Back from a review leads to what was typed',
    flows: moneyFlows,
    against: (flow) =>
      flow.where(
        (edge, from, to) =>
          isEvent(edge, 'BACK') &&
          reviews.includes(from.meta?.screen ?? '') &&
          (ends(to) || to.meta === null || reviews.includes(to.meta.screen) || to.tags.includes('waiting')),
      ),
  },
  {
    source: 'P-5, D-08',
    says: 'a flow whose money is held or cannot be confirmed can only be left',
    flows: moneyFlows,
    against: (flow) =>
      flow.nodes
        .filter((node) => /^(onHold|unconfirmable)/.test(node.state) && offers(flow, node).join() !== 'LEAVE')
        .map(({ state }) => state),
  },
  {
    source: 'P-1, P-5',
    says: 'a money flow that is over keeps no checkpoint',
    flows: moneyFlows,
    against: (flow) =>
      flow.where(({ effects }, _from, to) => ends(to) && !effects.some(({ type }) => type === 'forgetCheckpoint')),
  },
  {
    source: 'F-02',
    says: 'a member is registered only with a proven address, and only if the server says so',
    flows: ['sign-up'],
    against: (flow) =>
      flow.canBegin(
        'registerInSeat',
        (edge) => isOutcome(edge, 'verifyEmailNoLogin', 'proven') || isOutcome(edge, 'isEmailExists', 'free'),
      )
        ? ['registerInSeat']
        : [],
  },
  {
    source: 'D-17',
    says: 'a new password is set only after the mailed code was right',
    flows: ['password-recovery'],
    against: (flow) =>
      flow.canBegin('resetPassword', (edge) => isOutcome(edge, 'validateEmailAndUserName', 'verified'))
        ? ['resetPassword']
        : [],
  },
  {
    source: 'D-08',
    says: 'an authenticator app is bound only after a code was mailed to the verified address, just now or a moment ago',
    flows: ['two-factor'],
    against: (flow) =>
      flow.canBegin(
        'enableTwoFactor',
        (edge) =>
          edge.step.kind === 'outcome' && edge.step.actor === 'sendTwoFactorCode' && answers(edge, 'sent', 'tooSoon'),
      )
        ? ['enableTwoFactor']
        : [],
  },
  {
    source: 'F-14',
    says: 'an address is changed only with a code that was sent to the new one',
    flows: ['email-change'],
    against: (flow) =>
      flow.canBegin('changeEmail', (edge) => isOutcome(edge, 'sendChangeEmailVerificationCode', 'sent'))
        ? ['changeEmail']
        : [],
  },
  {
    source: 'F-01, D-08',
    says: 'a member with a second factor is signed in only with it',
    flows: ['sign-in'],
    against: (flow) =>
      flow.where(
        (edge, _from, to) => isOutcome(edge, 'createToken', 'secondFactor') && !to.running.includes('challenge'),
      ),
  },
];

/** What in a flow violates a sentence. */
export function against(sentence: Sentence, graph: Graph): readonly string[] {
  if (sentence.flows !== undefined && !sentence.flows.includes(graph.id)) return [];
  return [...new Set(sentence.against(new Explored(graph)))];
}
