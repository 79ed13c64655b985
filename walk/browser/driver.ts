// Walks a path in a real browser on the production build, with the real server and database behind it.
import type { Browser } from 'playwright-core';
import type { Edge, Graph, Node } from '#machines/graph/explore.ts';
import { isCall, stepLabel } from '#machines/graph/explore.ts';
import type { Path } from '#machines/graph/plan.ts';
import type { Club } from '#fixtures/club/club.ts';
import { arrivals, preparations } from './accounts.ts';
import type { Fields } from './answering.ts';
import { answer, carryOut, hadEffect } from './answers.ts';
import { moneyPreparations } from './money.ts';
import { expectStep } from './expect.ts';
import { Stage } from './stage.ts';
import { traceOf } from './trace.ts';
import { violated } from './invariants.ts';
import { awaitedBy, heldCalls } from './held.ts';
import { stakeArrivals } from './stakes.ts';
import { typed } from './typing.ts';
import { localReads, worldEvents } from './world.ts';
import { isForMembers } from '#walk/paths/cases.ts';
import { expand, type FlowEdge } from '#walk/paths/expand.ts';
import { graphOf, flows, unsafeCalls } from '#walk/paths/flows.ts';
import { delayOf } from '#walk/machine/driver.ts';
import { stepsBefore } from '#walk/paths/steps-before.ts';
import type { Culture, Failure } from '#walk/paths/report.ts';

export interface BrowserWalk {
  readonly browser: Browser;
  readonly club: Club;
  readonly culture: Culture;
  /** Folder for Playwright's trace of a walk that fails; absent or null for none. */
  readonly trace?: string | null;
  /** Whether a person watches each step for as long as they like. */
  readonly unhurried?: boolean;
  /** Called before each step and after its check. */
  readonly onStep?: (stage: Stage, step: FlowEdge, index: number, checked: boolean) => Promise<void>;
}

export const graphs: ReadonlyMap<string, Graph> = new Map(flows.map((cases) => [cases.machine.id, graphOf(cases)]));

/** Walks `path`; returns the first step that went wrong, or null. */
export async function walkBrowser(path: Path, options: BrowserWalk): Promise<Failure | null> {
  const steps = expand(path, graphs);
  const stage = await Stage.open(options.browser, options.club, {
    culture: options.culture,
    held: heldCalls(steps),
    awaits: options.unhurried === true ? awaitedBy(steps) : null,
  });
  const traced = await traceOf(stage, options.trace ?? null);
  let index = 0;
  let failure: Failure | null = null;
  try {
    await begin(stage, steps);
    await check(stage, steps, 0, options);
    for (index = 1; index < steps.length; index += 1) {
      const step = steps[index];
      if (step === undefined) break;
      await options.onStep?.(stage, step, index, false);
      await take(stage, steps, index);
      await check(stage, steps, index, options);
    }
    failure = await afterwards(stage, steps.length - 1);
  } catch (error) {
    const step = steps[index];
    failure = {
      at: index,
      message: `${step === undefined ? '' : `${step.flow} ${stepLabel(step.edge.step)}: `}${(error as Error).message} ${await stage.sight()}.${stage.noise.length > 0 ? ` The console said: ${stage.noise.join(' | ')}` : ''}`,
    };
  }
  const untraced = await traced.end(failure === null ? null : path.id);
  await stage.close();
  if (untraced === null) return failure;
  return failure === null
    ? { at: steps.length - 1, message: untraced }
    : { ...failure, message: `${failure.message} ${untraced}` };
}

/** Checks what must be true once a path is over: a quiet console, and the database's invariants. */
export async function afterwards(stage: Stage, at: number): Promise<Failure | null> {
  if (stage.noise.length > 0) return { at, message: `The console said: ${stage.noise.join(' | ')}` };
  const wrong = await violated(stage.club.db);
  return wrong.length === 0 ? null : { at, message: `The database breaks a rule. ${wrong.join('; ')}` };
}

/** Brings the browser to the path's start. */
export async function begin(stage: Stage, steps: readonly FlowEdge[]): Promise<void> {
  const [first, second] = steps;
  if (first?.edge.step.kind !== 'start') throw new Error('The path has no start.');
  const graph = graphs.get(first.flow);
  const start = graph?.cases.starts[first.edge.step.name];
  if (graph === undefined || start === undefined) throw new Error(`${first.flow} has no such start.`);
  if (graph.cases.outcomes['restoreSession'] !== undefined) {
    if (second?.edge.step.kind === 'outcome') await localReads[second.edge.step.outcome]?.(stage);
  } else if (isForMembers(graph.cases)) {
    await (preparations[first.flow] ?? moneyPreparations[first.flow])?.(stage);
    await localReads['userKnown']?.(stage);
  }
  const before = stepsBefore(graph, first.edge).map((edge) => ({ flow: first.flow, edge }));
  const ordinary = before[0]?.edge.step;
  const name = ordinary?.kind === 'start' ? ordinary.name : first.edge.step.name;
  const arrival = { ...arrivals, ...stakeArrivals }[`${first.flow} ${name}`];
  await stage.page.goto(
    stage.club.origin + (arrival === undefined ? (graph.cases.starts[name]?.at ?? start.at) : await arrival(stage)),
  );
  for (const [index, { edge }] of before.entries()) {
    if (index > 0) await take(stage, before, index);
    await stage.until(
      async () => (await stage.log(first.flow)).at(-1)?.state === nodeAt(graph, edge).state,
      `${nodeAt(graph, edge).state} before the reload`,
    );
  }
  const last = before.at(-1)?.edge;
  if (last !== undefined) {
    await sentOff(stage, nodeAt(graph, last));
    // Nothing that the page asks by itself, as when the member's stream tells of the effect, is answered before it is
    // reloaded.
    await stage.alone(async () => {
      await arrived(stage, graph, steps);
      stage.drop();
      await stage.page.reload();
    });
  }
  await stage.settled(first.flow);
}

/**
 * Waits until the unsafe calls of a state have arrived. A state is entered before its call is sent (a refresh asks the
 * other tabs first), and a call that arrives later would be attributed to the next action.
 */
export async function sentOff(stage: Stage, node: Node | undefined): Promise<void> {
  for (const id of (node?.running ?? []).filter((each) => unsafeCalls.has(each)))
    await stage.until(() => Promise.resolve(stage.waiting().includes(id)), `${id} to be called`);
}

/**
 * Calls that were under way when the page was reloaded: some had reached the server by then, as the path shows later.
 */
async function arrived(stage: Stage, { cases }: Graph, steps: readonly FlowEdge[]): Promise<void> {
  const later = steps.map(({ edge }) => edge);
  for (const actor of stage.waiting())
    if (hadEffect({ later, actor }))
      await carryOut({ stage, route: await stage.call(actor), cases, actor, outcome: '', later });
}

function nodeAt(graph: Graph, edge: Edge): Node {
  const node = graph.nodes.get(edge.to);
  if (node === undefined) throw new Error('An edge leads to no node.');
  return node;
}

/** Performs a step. */
export async function take(stage: Stage, steps: readonly FlowEdge[], index: number): Promise<void> {
  const current = steps[index];
  const graph = graphs.get(current?.flow ?? '');
  if (current === undefined || graph === undefined) return;
  const { edge, flow } = current;
  const { step } = edge;
  const node = graph.nodes.get(edge.from ?? '');
  await stage.letTimersCome(step.kind === 'timer');
  if (step.kind === 'event' && graph.cases.world?.includes(step.event) !== true) {
    await press(stage, current, await entries(stage, steps, index));
    return stage.holdTimers(false);
  }
  await stage.holdTimers(false);
  if (step.kind === 'timer' && node !== undefined)
    await stage.pass(delayOf(graph.cases, step.delay, node.snapshot), step.delay === 'draftLifetime');
  if (step.kind === 'event')
    await worldEvents[step.event]?.(stage, { flow, payload: graph.cases.events[step.event]?.[step.sample] ?? {} });
  if (step.kind === 'outcome' && step.actor !== 'restoreSession' && isCall(graph.cases.machine, step.actor)) {
    const route = await stage.call(step.actor);
    await answer({
      stage,
      route,
      cases: graph.cases,
      actor: step.actor,
      outcome: step.outcome,
      later: steps.slice(index + 1).map((next) => next.edge),
    });
  }
}

/** What is typed at a step, so that the next call has the path's outcome; empty if nothing is typed. */
export async function entries(stage: Stage, steps: readonly FlowEdge[], index: number): Promise<Fields> {
  const current = steps[index];
  const graph = graphs.get(current?.flow ?? '');
  const node = graph?.nodes.get(current?.edge.from ?? '');
  if (current === undefined || graph === undefined || node === undefined) return {};
  return typed(graph.cases, current.edge, { stage, node, outcome: nextOutcome(steps, index) });
}

/** Fills in the form and presses the control of a step. */
export async function press(stage: Stage, { flow, edge: { step } }: FlowEdge, fields: Fields): Promise<void> {
  if (step.kind !== 'event') return;
  const control = `[data-flow="${flow}"] [data-event="${step.event}"]`;
  await fill(stage, flow, fields);
  await stage.waitOut(control);
  await stage.page.locator(control).first().click();
}

function nextOutcome(steps: readonly FlowEdge[], index: number): string | null {
  const next = steps[index + 1]?.edge.step;
  return next?.kind === 'outcome' ? next.outcome : null;
}

/** Fills in a form: checks, chooses or types, as each field requires. */
export async function fill(stage: Stage, flow: string, fields: Fields): Promise<void> {
  for (const [name, value] of Object.entries(fields)) {
    const field = stage.page.locator(`[data-flow="${flow}"] [name="${name}"]`);
    if (typeof value === 'string') stage.typed.add(value);
    if (typeof value === 'boolean') await field.setChecked(value);
    else if ((await field.first().getAttribute('type')) === 'radio')
      await stage.page.locator(`[data-flow="${flow}"] [name="${name}"][value="${value}"]`).check();
    else if ((await field.first().evaluate((element) => element.tagName)) === 'SELECT') await field.selectOption(value);
    else await field.fill(value);
  }
}

export async function check(
  stage: Stage,
  steps: readonly FlowEdge[],
  index: number,
  { onStep }: BrowserWalk,
): Promise<void> {
  const current = steps[index];
  const graph = graphs.get(current?.flow ?? '');
  if (current === undefined || graph === undefined) return;
  // Reading the storage is immediate, so the screen is checked once its outcome is there.
  const next = steps[index + 1]?.edge.step;
  if (next?.kind === 'outcome' && next.actor === 'restoreSession') return;
  await expectStep(stage, graph, current);
  if (onStep === undefined) return;
  // Time passes only where the path says so, and not during a check: a screen that polls has no controls in the
  // meantime.
  if (graph.edges.some(({ from, step }) => from === current.edge.to && step.kind === 'timer'))
    await stage.holdTimers(true);
  await onStep(stage, current, index, true);
}
