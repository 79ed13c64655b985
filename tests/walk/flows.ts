import { challengeCases } from '#machines/challenge/challenge.cases.ts';
import { emailChangeCases } from '#machines/email-change/email-change.cases.ts';
import { emailVerificationCases } from '#machines/email-verification/email-verification.cases.ts';
import { explore, type AnyCases, type Graph } from '#machines/graph/explore.ts';
import { matricesOf, type Matrices } from '#machines/graph/matrices.ts';
import { plan, type Path } from '#machines/graph/plan.ts';
import { passwordChangeCases } from '#machines/password-change/password-change.cases.ts';
import { passwordRecoveryCases } from '#machines/password-recovery/password-recovery.cases.ts';
import { sessionCases } from '#machines/session/session.cases.ts';
import { signInCases } from '#machines/sign-in/sign-in.cases.ts';
import { signOutCases } from '#machines/sign-out/sign-out.cases.ts';
import { signUpCases } from '#machines/sign-up/sign-up.cases.ts';
import { twoFactorCases } from '#machines/two-factor/two-factor.cases.ts';
import { usernameRecoveryCases } from '#machines/username-recovery/username-recovery.cases.ts';
import description from '#openapi/perch.gen.json' with { type: 'json' };

/** Every flow of the product; a new flow is a line here. The tables are typed for each chart and read alike by the walker. */
export const flows: readonly AnyCases[] = [sessionCases, signInCases, challengeCases, signOutCases, twoFactorCases, passwordRecoveryCases, usernameRecoveryCases, signUpCases, emailChangeCases, emailVerificationCases, passwordChangeCases] as readonly unknown[] as readonly AnyCases[];

/** The calls that change something on the server, out of the description. */
export const unsafeCalls: ReadonlySet<string> = new Set(
  Object.values(description.paths).flatMap((path) => ('post' in path ? [path.post.operationId] : [])),
);

const graphs = new Map<AnyCases, Graph>();

/** The explored flow; explored once per run. */
export function graphOf(cases: AnyCases): Graph {
  const graph = graphs.get(cases) ?? explore(cases);
  graphs.set(cases, graph);
  return graph;
}

/** The flow called `id`. */
export function flowOf(id: string): AnyCases {
  const cases = flows.find(({ machine }) => machine.id === id);
  if (cases === undefined) throw new Error(`There is no flow ${id}.`);
  return cases;
}

/** The graph of the flow in which a child flow is met; null where the flow has a page of its own. */
export function hostGraphOf({ host }: AnyCases): Graph | null {
  return host === undefined ? null : graphOf(flowOf(host.flow));
}

const plans = new Map<AnyCases, readonly Path[]>();

/** The paths of a flow; planned once per run. */
export function pathsOf(cases: AnyCases): readonly Path[] {
  const paths = plans.get(cases) ?? plan(graphOf(cases));
  plans.set(cases, paths);
  return paths;
}

const surveys = new Map<AnyCases, Matrices>();

/** The four matrices of a flow; worked out once per run. */
export function matricesFor(cases: AnyCases): Matrices {
  const matrices = surveys.get(cases) ?? matricesOf(graphOf(cases), unsafeCalls, hostGraphOf(cases));
  surveys.set(cases, matrices);
  return matrices;
}
