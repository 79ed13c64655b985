// Every answer of every call of a chart is a goal of its plan, is met by a path, and is shown by its own message. The
// kinds of answers are closed lists that the compiler compares with the case tables; the tests of the ports verify that
// they match the contract.
import { describe, expect, it } from 'vitest';
import { failuresTo, onOutcome } from '#machines/chart/outcomes.ts';
import { problemOfError, type CommonFailure, type MemberFailure, type Problem } from '#machines/chart/problem.ts';
import { commonCases } from '#machines/chart/samples.ts';
import { failures, isCall, type AnyCases, type Edge, type Graph } from '#machines/graph/explore.ts';
import { statesOf } from '#machines/graph/internals.ts';
import { messageOf } from '#machines/graph/matrices.ts';
import { goalsOf, type Path } from '#machines/graph/plan.ts';
import { flowOf, flows, graphOf, pathsOf } from '#walk/paths/flows.ts';

/** The state of a form that is shared by the answers that differ only in the problem's code. */
const SHARED = 'problem';

/** An answer of a call or child flow in a state of a chart. */
interface Answer {
  readonly state: string;
  readonly actor: string;
  readonly kind: string;
}

/** The answers that a chart must handle, from its states and the closed lists of their kinds. */
function answersOf({ machine, outcomes }: AnyCases): readonly Answer[] {
  return statesOf(machine).flatMap(({ path, invoke }) =>
    invoke.flatMap(({ id, src }) => {
      const kinds = Object.keys(outcomes[String(src)] ?? {});
      const lost = isCall(machine, String(src)) ? Object.keys(failures) : [];
      return [...kinds, ...lost].map((kind) => ({ state: path.join('.'), actor: id, kind }));
    }),
  );
}

const goalOf = ({ state, actor, kind }: Answer): string => `${state} · ${actor} = ${kind}`;

/** The answers that no path meets. */
function unmet(graph: Graph, paths: readonly Path[]): readonly string[] {
  const taken = paths.flatMap(({ edges }) => edges);
  const meets = ({ state, actor, kind }: Answer): boolean =>
    taken.some(
      ({ from, step }) =>
        step.kind === 'outcome' &&
        step.actor === actor &&
        step.outcome === kind &&
        graph.nodes.get(from ?? '')?.state === state,
    );
  return answersOf(graph.cases)
    .filter((answer) => !meets(answer))
    .map(goalOf);
}

/** The code of the problem that an answer carries, or that a lost call is stored as; null if it is not a refusal. */
function codeOf({ outcomes }: AnyCases, { step }: Edge): string | null {
  if (step.kind !== 'outcome') return null;
  const failure = failures[step.outcome];
  if (failure !== undefined) return problemOfError({ error: failure }).code;
  const { problem } = (outcomes[step.actor]?.[step.outcome]?.output ?? {}) as { readonly problem?: Problem };
  return problem?.code ?? null;
}

/** What the paths show in the shared states: the answer that led there with the code that the screen reads. */
function toldAt(
  graph: Graph,
  paths: readonly Path[],
): readonly { readonly state: string; readonly answered: string | null; readonly told: string | null }[] {
  return paths.flatMap(({ edges }) =>
    edges.flatMap((edge) => {
      const node = graph.nodes.get(edge.to);
      if (edge.step.kind !== 'outcome' || node === undefined || node.state.split('.').at(-1) !== SHARED) return [];
      return [{ state: node.state, answered: codeOf(graph.cases, edge), told: messageOf(node) }];
    }),
  );
}

describe.each(flows)('$machine.id', (cases) => {
  const graph = graphOf(cases);
  const paths = pathsOf(cases);

  it('has every answer of its calls among the goals of its plan', () => {
    const goals = goalsOf(graph);
    expect(
      answersOf(cases)
        .map(goalOf)
        .filter((goal) => !goals.has(goal)),
    ).toEqual([]);
  });

  it('meets every answer of its calls on a path', () => expect(unmet(graph, paths)).toEqual([]));

  it('shows each answer that leads to a shared state by its own code', () => {
    expect(toldAt(graph, paths).filter(({ answered, told }) => told === null || told !== answered)).toEqual([]);
  });

  it('states a failure once: no state is named after an answer that every call shares', () => {
    const names = [...Object.keys(commonCases), 'unreachable'];
    expect(
      statesOf(cases.machine)
        .filter(({ key }) => names.includes(key))
        .map(({ path }) => path.join('.')),
    ).toEqual([]);
  });
});

it('an answer that no path meets is noticed', () => {
  const graph = graphOf(flowOf('withdrawal'));
  const refused = ({ step }: Edge): boolean =>
    step.kind === 'outcome' && step.actor === 'createWithdrawal' && step.outcome === 'refused';
  const paths = pathsOf(flowOf('withdrawal')).filter(({ edges }) => !edges.some(refused));
  expect(unmet(graph, paths)).toContain('creatingWithdrawal · createWithdrawal = refused');
});

it('the form for a withdrawal distinguishes six answers in one state', () => {
  const told = toldAt(graphOf(flowOf('withdrawal')), pathsOf(flowOf('withdrawal')));
  expect([...new Set(told.map(({ told: code }) => code))].toSorted()).toEqual([
    'internal',
    'invalid_request',
    'maintenance',
    'too_many_requests',
    'unexpected',
    'unreachable',
  ]);
});

describe('the branches of the answers that every call shares', () => {
  const guard = (kind: string) => ({ type: 'outcomeIs', params: { kind } });

  it('lead to one state, except for a kind that is listed below them', () => {
    const branches = onOutcome<CommonFailure>()({
      ...failuresTo('asking.problem'),
      failed: { target: 'outcomeUnknown' },
    });
    expect(branches).toEqual([
      { target: 'asking.problem', actions: 'keepProblem', guard: guard('refused') },
      { target: 'asking.problem', actions: 'keepProblem', guard: guard('throttled') },
      { target: 'outcomeUnknown', guard: guard('failed') },
      { target: 'asking.problem', actions: 'keepProblem', guard: guard('maintenance') },
    ]);
  });

  it('leave a kind of the call itself to its table, and the compiler requires it', () => {
    // @ts-expect-error sessionEnded is forgotten
    expect(onOutcome<MemberFailure>()({ ...failuresTo('asking.problem') })).toHaveLength(4);
    expect(
      // @ts-expect-error the call has no answer of that kind
      onOutcome<CommonFailure>()({ ...failuresTo('asking.problem'), wrongCode: { target: 'asking.problem' } }),
    ).toHaveLength(5);
  });
});
