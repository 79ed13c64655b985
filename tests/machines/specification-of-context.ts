import { unsafeCalls } from '#walk/paths/flows.ts';
import type { CodeTerms } from '#machines/chart/code-terms.ts';
import { answers, ends, isMessage, reviews, type Explored, type Sentence } from './specification.ts';
import type { Edge, Node } from '#machines/graph/explore.ts';
import type { Problem } from '#machines/chart/problem.ts';

/**
 * What a chart remembers belongs to something: a code, a draft, an answer, an interrupted step. Once that is over, what
 * was remembered of it is gone, or the screen goes on telling of it.
 */
export const sentencesOfContext: readonly Sentence[] = [
  {
    source: 'D-16, SRC §5',
    says: 'of a code that is spent or over nothing is counted down any more',
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
    says: 'of a code that has done its work nothing is counted down any more',
    against: (flow) =>
      flow.where(
        (edge, from, to) => hasWorked(flow, edge) && from.meta?.screen !== to.meta?.screen && !ends(to) && hasTerms(to),
      ),
  },
  {
    source: 'D-16',
    says: 'what is counted down is of the newest code',
    against: (flow) =>
      flow.where((edge, _from, to) => !ends(to) && differs(answerOf(flow, edge)?.terms ?? null, remembered(to).terms)),
  },
  {
    source: 'P-4',
    says: 'a message tells of the answer that led to it, and of none before',
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
    source: 'P-3',
    says: 'the key of a call whose answer was lost is kept, so that it is asked for under the same',
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
    says: 'an answer that brings the key of the next call changes the key',
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
    says: 'where a flow was left off is forgotten as soon as it goes on from there',
    against: (flow) =>
      flow.nodes
        .filter(
          (node) => !ends(node) && remembered(node).resume != null && (node.tags.includes('form') || isOfDraft(node)),
        )
        .map(({ state }) => state),
  },
  {
    source: 'P-1, P-2',
    says: 'what was found for an entry is gone where that entry is typed again',
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
  problem: 'a message tells of the answer that led to it, and of none before',
  terms: 'of a code that is spent or over nothing is counted down any more',
  key: 'an answer that brings the key of the next call changes the key',
  open: 'a draft is remembered only while it is compared, reviewed or confirmed',
  resume: 'where a flow was left off is forgotten as soon as it goes on from there',
  recipient: 'what was found for an entry is gone where that entry is typed again',
  seat: 'what was found for an entry is gone where that entry is typed again',
  deposit: 'what was found for an entry is gone where that entry is typed again',
  depositId: 'what was found for an entry is gone where that entry is typed again',
  challenge: 'what was found for an entry is gone where that entry is typed again',
  member: 'what was found for an entry is gone where that entry is typed again',
  grant: 'what was found for an entry is gone where that entry is typed again',
  frozen: 'what was found for an entry is gone where that entry is typed again',
  // What was typed or chosen fills the form again when the member comes back to it (P-2).
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
  },
  // What the flow was opened with, and what the server told of the member at its beginning.
  ...{
    draftId: null,
    stakeId: null,
    link: null,
    bound: null,
    options: null,
    acknowledged: null,
    codeTo: null,
    methods: null,
  },
  // Each answer brings them again.
  ...{ triesLeft: null, lifetime: null, renewIn: null },
};

/** Fields that are worth nothing on the screen where the entry that they were found for is typed. */
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

/** Codes of problems that say that a mailed code is worth nothing any more. */
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

/** What the answer said that an edge is; null if none came. */
function answerOf({ graph }: Explored, { step }: Edge): Remembered | null {
  return step.kind === 'outcome'
    ? ((graph.cases.outcomes[step.actor]?.[step.outcome]?.output ?? null) as Remembered | null)
    : null;
}

/** Whether the call that a code was typed for was carried out, by its own answer or by that of asking. */
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

/** Whether an answer leaves one message, whatever was remembered before it. */
function isSaidByAnswer(flow: Explored, edge: Edge): boolean {
  const place = ({ step, ...ends }: Edge): string =>
    JSON.stringify([step, flow.from({ step, ...ends })?.state, flow.to({ step, ...ends }).state]);
  const same = flow.graph.edges.filter((other) => place(other) === place(edge));
  return same.every((other) => !differs(remembered(flow.to(edge)).problem, remembered(flow.to(other)).problem));
}

/** Whether a call sends a code, by what it may answer. */
function mailsCode({ graph }: Explored, call: string): boolean {
  return Object.values(graph.cases.outcomes[call] ?? {}).some(
    ({ output }) => (output as Remembered).terms !== undefined,
  );
}

/** On such a screen no message of an answer stands: only that nothing is known. */
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
