import { describe, expect, it } from 'vitest';
import description from '#openapi/perch.gen.json' with { type: 'json' };
import { messageOf } from '#machines/graph/matrices.ts';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Problem } from '#machines/chart/problem.ts';
import { sampleProblem } from '#machines/chart/samples.ts';
import type { AnyCases } from '#machines/graph/explore.ts';
import { actEntries } from '#src/flow/act-entries.ts';
import { codeEntries, entryOf, refusedEntry, type Entries } from '#src/flow/refused-entry.ts';
import { flows, graphOf } from '#walk/paths/flows.ts';
import { documentedAnswers, flows as portFlows, outcomeOf, portsOf } from './documented-answers.ts';

/** What a form is refused with as a whole, in every flow: no entry of it is the reason. */
const ofTheForm: readonly Problem['code'][] = [
  'invalid_request',
  'too_many_requests',
  'second_factor_locked',
  'internal',
  'maintenance',
  'unreachable',
  'unexpected',
  'unavailable',
  'payload_too_large',
  'unsupported_media_type',
  'session_ended',
  'email_not_verified',
  'draft_expired',
  'time_over',
  'quote_expired',
  'rate_stale',
  'rate_moved',
  'books_stopped',
  'request_running',
  'idempotency_key_reused',
  'money_held',
  'too_many_mails',
  'code_too_soon',
  'invalid_login',
  'challenge_used_up',
  'challenge_expired',
  'recovery_expired',
  'link_invalid',
  'email_already_verified',
  'allow_list_off',
  'no_passkey',
  'passkey_expired',
  'passkey_known',
  'passkey_refused',
  'too_many_passkeys',
  'two_factor_already_on',
  'two_factor_already_off',
  'too_many_open_deposits',
  'not_cancellable',
  'stake_not_matured',
  'too_many_inquiries',
  'seat_taken',
  'not_found',
];

const ENTRIES = /^(\w+)Entries$/;
const ports = Object.values(
  import.meta.glob<Readonly<Record<string, unknown>>>('../../src/flows/*/*.ports.ts', { eager: true }),
);
const flowCalled = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** Which entry a refusal is about, by the flow's id: `depositEntries` beside the ports of the flow `deposit`. */
const entriesByFlow = new Map(
  ports.flatMap((module) =>
    Object.entries(module).flatMap(([name, value]) => {
      const flow = ENTRIES.exec(name)?.[1];
      return flow === undefined ? [] : [[flowCalled(flow), value as Entries] as const];
    }),
  ),
);
const entriesOf = ({ machine }: AnyCases): Entries => entriesByFlow.get(machine.id) ?? {};

/** The flow whose ports make a chart's calls: a step that a flow has in another chart is called by that flow. */
const callerOf = ({ machine, host }: AnyCases) => (portFlows.includes(machine.id) ? machine.id : (host?.flow ?? null));

/**
 * The codes that a flow's screens can be left with: those of its cases, and what else the description knows of its
 * calls.
 */
async function codesOf(flow: AnyCases): Promise<readonly string[]> {
  const left = [...graphOf(flow).nodes.values()].map((node) => messageOf(node));
  const caller = callerOf(flow);
  const ports = caller === null ? [] : portsOf(caller).filter((port) => port in flow.outcomes);
  const answered = ports.flatMap((port) =>
    documentedAnswers(port).map(async (answer) => (await outcomeOf(caller ?? '', port, answer)).problem?.code ?? null),
  );
  const codes = [...left, ...(await Promise.all(answered))].filter((code) => code !== null);
  return [...new Set(codes)].toSorted();
}

/** The codes of which nobody has said which entry they are about, or that they are about none. */
function unsettled(codes: readonly string[], entries: Entries): readonly string[] {
  return codes.filter((code) => !(code in entries) && !(ofTheForm as readonly string[]).includes(code));
}

it.each(flows.filter(({ machine }) => machine.id !== 'session'))(
  'every refusal of $machine.id has its field',
  async (flow) => {
    expect(unsettled(await codesOf(flow), entriesOf(flow))).toEqual([]);
  },
);

it('a refusal of which nothing is said is found', () => {
  expect(unsettled(['maintenance', 'amount_too_small', 'asset_closed'], { asset_closed: 'asset' })).toEqual([
    'amount_too_small',
  ]);
});

it('what a form is refused with as a whole is about no entry anywhere, and comes somewhere', async () => {
  const named = [...entriesByFlow.values()].flatMap((entries) => Object.keys(entries));
  expect(ofTheForm.filter((code) => named.includes(code))).toEqual([]);
  const met = new Set((await Promise.all(flows.map(codesOf))).flat());
  expect(ofTheForm.filter((code) => !met.has(code))).toEqual([]);
});

/**
 * Refusals that a person causes by typing one field differently, if it can be typed again: [state, wrong field, field
 * that is marked].
 */
function typedWrong(
  flow: AnyCases,
  entries: Entries,
): readonly (readonly [state: string, typed: string, shown: string | null])[] {
  const graph = graphOf(flow);
  return graph.edges.flatMap(({ step, to }) => {
    const node = graph.nodes.get(to);
    const fields = step.kind === 'outcome' ? Object.keys(flow.outcomes[step.actor]?.[step.outcome]?.typed ?? {}) : [];
    const [typed] = fields;
    if (node === undefined || typed === undefined || fields.length > 1 || messageOf(node) === null) return [];
    const isAsked = graph.edges.some(
      ({ from, step: next }) =>
        from === to && next.kind === 'event' && typed in (flow.controls[next.event]?.fields ?? {}),
    );
    if (!isAsked) return [];
    return [[node.state, typed, refusedEntry(node.snapshot, entries)] as const];
  });
}

it.each(flows.filter(({ machine }) => machine.id !== 'session'))(
  'if one field of $machine.id is typed wrong, no other is marked as refused',
  (flow) => {
    expect(typedWrong(flow, entriesOf(flow)).filter(([, typed, shown]) => shown !== null && shown !== typed)).toEqual(
      [],
    );
  },
);

it('the check of what was typed finds the wrong one of two codes', () => {
  const binding = flows
    .filter(({ machine }) => machine.id === 'two-factor')
    .flatMap((flow) => typedWrong(flow, codeEntries));
  expect(binding).toContainEqual(['binding.enteringFirstCode.wrongEmailCode', 'emailCode', 'code']);
});

it('entries are named after a flow', () => {
  const ids = flows.map(({ machine }) => machine.id);
  expect(entriesByFlow.size).toBeGreaterThan(0);
  expect([...entriesByFlow.keys()].filter((id) => !ids.includes(id))).toEqual([]);
});

describe('a refusal', () => {
  const named = { ...sampleProblem('invalid_request'), errors: ['It is too long.'], field: 'label' };

  it('that names a field is about the entry of this name, unless its code is about another', () => {
    expect(entryOf(named, {})).toBe('label');
    expect(entryOf({ ...named, code: 'user_not_found', field: 'recipient' }, { user_not_found: 'username' })).toBe(
      'username',
    );
    expect(entryOf(sampleProblem('internal'), {})).toBeNull();
  });
});

/** What the acts of pages are refused with as a whole, in addition to what flows are. */
const ofTheAct: readonly Problem['code'][] = [
  'user_not_found',
  'recipient_self',
  'favorites_full',
  'address_book_full',
  'inquiry_closed',
  'inquiry_full',
  'not_completed',
  'push_service_unknown',
];

describe('the acts of pages', () => {
  const SRC = join(process.cwd(), 'src');
  const sources = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file))
    .map((file) => ({ file, text: readFileSync(join(SRC, file), 'utf8') }));
  const paths: Readonly<Record<string, Readonly<Record<string, { readonly operationId?: string }>>>> =
    description.paths;
  /** The operations that pages call with `useAct`. */
  const called = [
    ...new Set(
      sources
        .filter(({ text }) => /\buseAct(<[^(]*>)?\(/.test(text))
        .flatMap(({ text }) => [...text.matchAll(/\bapi\.POST\(\s*'([^']+)'/g)])
        .map(([, path = '']) => paths[path]?.['post']?.operationId ?? path),
    ),
  ].toSorted();
  const codesOfAct = (operation: string) =>
    documentedAnswers(operation).flatMap(({ label }) => /^[45]\d\d (\w+)$/.exec(label)?.[1] ?? []);
  const entriesOfAct = (operation: string): Entries =>
    (actEntries as Readonly<Record<string, Entries>>)[operation] ?? {};

  it('are known, and each refusal has its entry or is about none', () => {
    expect(called.length).toBeGreaterThan(10);
    const open = called.flatMap((operation) =>
      unsettled(codesOfAct(operation), entriesOfAct(operation))
        .filter((code) => !(ofTheAct as readonly string[]).includes(code))
        .map((code) => `${operation} ${code}`),
    );
    expect(open).toEqual([]);
  });

  it('have entries for no other calls, and none of the codes about no entry is there in vain', () => {
    expect(Object.keys(actEntries).filter((operation) => !called.includes(operation))).toEqual([]);
    const met = new Set(called.flatMap(codesOfAct));
    expect(ofTheAct.filter((code) => !met.has(code))).toEqual([]);
  });

  it('say what they are refused with in one way, which moves the focus there', () => {
    const alone = sources.flatMap(({ file, text }) =>
      /^(pages|frames)\//.test(file) || /\buseAct\(/.test(text)
        ? [...text.matchAll(/<ProblemAlert\b[^>]*>/g)].map(([tag]) => `${file}: ${tag}`)
        : [],
    );
    // A malformed address of a page: there was no act.
    expect(alone.filter((each) => !each.includes('problem={NO_SUCH}'))).toEqual([]);
  });
});
