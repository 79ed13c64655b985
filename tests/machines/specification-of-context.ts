import { unsafeCalls } from '#walk/paths/flows.ts';
import type { CodeTerms } from '#machines/chart/code-terms.ts';
import { answers, ends, isMessage, reviews, type Explored, type Sentence } from './specification.ts';
import type { Edge, Node } from '#machines/graph/explore.ts';
import type { Problem } from '#machines/chart/problem.ts';

/**
 * What a chart remembers belongs to something: a code, a draft, an answer, an interrupted step. Once that is over, the
 * chart must have cleared it, or the screen would keep showing it.
 */
export const sentencesOfContext: readonly Sentence[] = [
  {
    source: 'D-16, SRC §5',
    says: 'the countdown of a spent or expired code is cleared',
    against: (flow) =>
      flow.nodes
        .filter(
          (node) =>
            !ends(node) &&
            isMessage(node) &&
            overCodes.includes(remembered(node).problem?.code ?? '') &&
            hasTerms(node),
        )
        .map(({ state }) => state),
  },
  {
    source: 'D-16',
    says: 'the countdown of a code that has been used is cleared',
    against: (flow) =>
      flow.where(
        (edge, from, to) => hasWorked(flow, edge) && from.meta?.screen !== to.meta?.screen && !ends(to) && hasTerms(to),
      ),
  },
  {
    source: 'D-16',
    says: 'the countdown belongs to the newest code',
    against: (flow) =>
      flow.where((edge, _from, to) => !ends(to) && differs(answerOf(flow, edge)?.terms ?? null, remembered(to).terms)),
  },
  {
    source: 'S-12',
    says: 'after an answer that asks for a code there is a way to enter it, and none without it',
    against: (flow) =>
      flow.where((edge, _from, to) => {
        if (!answers(edge, 'codeNeeded') || ends(to)) return false;
        const submits = flow
          .leaving(to)
          .flatMap(({ step }) => (step.kind === 'event' && step.event.startsWith('SUBMIT_') ? [step.event] : []));
        return submits.length === 0 || !submits.every((event) => event.includes('CODE'));
      }),
  },
  {
    source: 'P-4',
    says: 'a message is about the answer that led to it, not about an earlier one',
    against: (flow) =>
      flow.where((edge, from, to) => {
        if (
          edge.step.kind !== 'outcome' ||
          !unsafeCalls.has(edge.step.actor) ||
          !isMessage(to) ||
          ends(to) ||
          isUnknown(to)
        )
          return false;
        const answered = answerOf(flow, edge);
        if (answered === null) return remembered(to).problem === null;
        if (answered.problem !== undefined) return differs(answered.problem, remembered(to).problem);
        const { problem } = remembered(to);
        return problem != null && !differs(remembered(from).problem, problem) && !isSaidByAnswer(flow, edge);
      }),
  },
  {
    source: 'P-4',
    says: 'a flow that an answer ends passes on the reason that this answer gave',
    against: (flow) =>
      flow.where((edge, _from, to) => {
        const { problem } = (to.snapshot.output ?? {}) as Remembered;
        return ends(to) && problem != null && differs(answerOf(flow, edge)?.problem?.code, problem.code);
      }),
  },
  {
    source: 'P-3',
    says: 'the key of a call whose response was lost is kept, so that its outcome is asked for under the same key',
    isAboutKeys: true,
    against: (flow) =>
      flow.where(
        (edge, from, to) =>
          edge.step.kind === 'outcome' &&
          unsafeCalls.has(edge.step.actor) &&
          answers(edge, 'failed', 'running', 'networkError', 'undocumentedReply') &&
          !ends(to) &&
          differs(remembered(from).key, remembered(to).key),
      ),
  },
  {
    source: 'P-3',
    says: 'an answer with the key of the next call changes the key',
    isAboutKeys: true,
    against: (flow) =>
      flow.where(
        (edge, _from, to) =>
          !ends(to) &&
          remembered(to).key !== undefined &&
          differs(answerOf(flow, edge)?.key ?? null, remembered(to).key),
      ),
  },
  {
    source: 'D-24, SRC §9',
    says: 'a draft is remembered only while it is compared, reviewed or confirmed',
    against: (flow) =>
      flow.nodes
        .filter((node) => !ends(node) && remembered(node).open != null && !isOfDraft(node))
        .map(({ state }) => state),
  },
  {
    source: 'P-1',
    says: 'the step at which a flow was interrupted is cleared as soon as it resumes from there',
    against: (flow) =>
      flow.nodes
        .filter(
          (node) => !ends(node) && remembered(node).resume != null && (node.tags.includes('form') || isOfDraft(node)),
        )
        .map(({ state }) => state),
  },
  {
    source: 'P-1, P-2',
    says: 'what was found for an input is cleared where that input is typed again',
    against: (flow) =>
      flow.nodes
        .filter((node) =>
          foundAfter.some(
            ({ screen, field }) =>
              node.meta?.screen === screen && (remembered(node) as Readonly<Record<string, unknown>>)[field] != null,
          ),
        )
        .map(({ state }) => state),
  },
];

/**
 * Every field that a chart remembers, and the sentence above that says when it is over; null if it lasts as long as its
 * flow.
 */
export const lifetimes: Readonly<Record<string, string | null>> = {
  problem: 'a message is about the answer that led to it, not about an earlier one',
  terms: 'the countdown of a spent or expired code is cleared',
  key: 'an answer with the key of the next call changes the key',
  open: 'a draft is remembered only while it is compared, reviewed or confirmed',
  resume: 'the step at which a flow was interrupted is cleared as soon as it resumes from there',
  recipient: 'what was found for an input is cleared where that input is typed again',
  seat: 'what was found for an input is cleared where that input is typed again',
  deposit: 'what was found for an input is cleared where that input is typed again',
  depositId: 'what was found for an input is cleared where that input is typed again',
  challenge: 'what was found for an input is cleared where that input is typed again',
  member: 'what was found for an input is cleared where that input is typed again',
  grant: 'what was found for an input is cleared where that input is typed again',
  frozen: 'what was found for an input is cleared where that input is typed again',
  // What was typed or chosen is restored in the form when the member returns to it (P-2).
  ...{
    typed: null,
    draft: null,
    account: null,
    email: null,
    username: null,
    stage: null,
    amountUsd: null,
    option: null,
    method: null,
    chosen: null,
  },
  // What the flow was opened with, and what the server returned about the member at its beginning.
  ...{
    draftId: null,
    pressed: null,
    stakeId: null,
    link: null,
    thawBy: null,
    unnamed: null,
    bound: null,
    options: null,
    acknowledged: null,
    codeTo: null,
    passkey: null,
    methods: null,
    proof: null,
    isOn: null,
    state: null,
  },
  // Each answer sets them again.
  ...{ triesLeft: null, lifetime: null, renewIn: null },
};

/** Fields that are worthless on the screen on which the input that they were found for is typed. */
const foundAfter = [
  { screen: 'transfer-recipient', field: 'recipient' },
  { screen: 'sign-up-introducer', field: 'seat' },
  { screen: 'sign-up-introducer', field: 'member' },
  { screen: 'deposit-form', field: 'deposit' },
  { screen: 'deposit-form', field: 'depositId' },
  { screen: 'sign-in', field: 'challenge' },
  { screen: 'password-recovery-account', field: 'grant' },
  { screen: 'password-recovery-account', field: 'frozen' },
];

/** Problem codes that mean that a mailed code is no longer valid. */
const overCodes = ['code_used_up', 'code_expired'];

interface Remembered {
  readonly problem?: Problem | null;
  readonly terms?: CodeTerms | null;
  readonly key?: string;
  readonly open?: unknown;
  readonly resume?: unknown;
}

function remembered({ snapshot }: Node): Remembered {
  return snapshot.context as Remembered;
}

function hasTerms(node: Node): boolean {
  return remembered(node).terms != null;
}

/** The outcome of the answer that an edge stands for; null if there was no answer. */
function answerOf({ graph }: Explored, { step }: Edge): Remembered | null {
  return step.kind === 'outcome'
    ? ((graph.cases.outcomes[step.actor]?.[step.outcome]?.output ?? null) as Remembered | null)
    : null;
}

/**
 * Whether the call that a code was typed for was carried out, according to its own answer or to the outcome that was
 * asked for.
 */
function hasWorked(flow: Explored, edge: Edge): boolean {
  const answered = answerOf(flow, edge);
  if (
    edge.step.kind !== 'outcome' ||
    answered === null ||
    answered.problem !== undefined ||
    answers(edge, 'running', 'alreadyDone', 'notDone', 'sessionEnded')
  )
    return false;
  return (
    edge.step.actor === 'getRequestOutcome' || (unsafeCalls.has(edge.step.actor) && !mailsCode(flow, edge.step.actor))
  );
}

/** Whether an answer leaves exactly one message, whatever was remembered before it. */
function isSaidByAnswer(flow: Explored, edge: Edge): boolean {
  const place = ({ step, ...ends }: Edge): string =>
    JSON.stringify([step, flow.from({ step, ...ends })?.state, flow.to({ step, ...ends }).state]);
  const same = flow.graph.edges.filter((other) => place(other) === place(edge));
  return same.every((other) => !differs(remembered(flow.to(edge)).problem, remembered(flow.to(other)).problem));
}

/** Whether a call sends a code, judging by its possible answers. */
function mailsCode({ graph }: Explored, call: string): boolean {
  return Object.values(graph.cases.outcomes[call] ?? {}).some(
    ({ output }) => (output as Remembered).terms !== undefined,
  );
}

/** Such a screen shows no message of an answer: only that the outcome is unknown. */
function isUnknown({ state }: Node): boolean {
  return /[oO]utcomeUnknown$/.test(state);
}

function isOfDraft({ meta, running }: Node): boolean {
  return running.includes('confirmation') || [...reviews, 'withdrawal-compare'].includes(meta?.screen ?? '');
}

/** Whether something was said, and something else is remembered. */
function differs(said: unknown, kept: unknown): boolean {
  return said != null && JSON.stringify(said) !== JSON.stringify(kept ?? null);
}
