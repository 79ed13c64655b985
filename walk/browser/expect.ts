// What a screen must show after each step of a path: everything that the chart promises, and nothing else.
import type { Edge, Graph, Node, Step } from '#machines/graph/explore.ts';
import { messageKeyOf } from '#machines/graph/matrices.ts';
import { paths } from '#src/paths.ts';
import type { LogEntry } from '#src/recorder/recorder.ts';
import type { Stage } from './stage.ts';
import type { FlowEdge } from '#walk/paths/expand.ts';
import { endOf, isAt, pageAt, type PageAfter } from '#walk/paths/ends.ts';
import { shownText } from '#walk/paths/texts.ts';

/** How long one look for a page's heading may take. */
const HEADING_MS = 500;

/** The flow is in the right state, but its screen differs from what the chart promises. */
export class ScreenDiffers extends Error {
  readonly seen: Sight;
  readonly expected: Sight;

  constructor(where: string, seen: Sight, expected: Sight) {
    super(`${where}: the screen shows ${JSON.stringify(seen)}, the chart promises ${JSON.stringify(expected)}.`);
    this.seen = seen;
    this.expected = expected;
  }
}

/** Waits until the flow has taken the step, then checks the screen. Throws with the differences. */
export async function expectStep(stage: Stage, graph: Graph, { flow, edge }: FlowEdge): Promise<void> {
  const node = graph.nodes.get(edge.to);
  if (node === undefined) throw new Error('The step leads to no node.');
  await stage
    .until(async () => took(edge, await stage.news(flow)), `${flow} to take ${describe(edge.step)} to ${node.state}`)
    .catch(async (error: unknown) => {
      const last = (await stage.log(flow)).at(-1);
      throw new Error(
        `${(error as Error).message} Its last step was ${last?.event ?? 'none'} [${last?.outcome ?? ''}] to ${last?.state ?? 'nowhere'}.`,
      );
    });
  stage.read(flow, await stage.log(flow));
  if (node.status !== 'active') return expectEnd(stage, graph, node);
  const expected = promised(graph, node, messageAt(stage, graph, node));
  let seen = await look(stage, flow, expected);
  await stage
    .until(
      async () => JSON.stringify((seen = await look(stage, flow, expected))) === JSON.stringify(expected),
      'the screen',
    )
    .catch(() => {
      throw new ScreenDiffers(`${flow} in ${node.state}`, seen, expected);
    });
}

/** Waits for the page that the app goes on to after a flow. */
async function expectEnd(stage: Stage, graph: Graph, node: Node): Promise<void> {
  // After a child flow its parent goes on, and says where.
  const end = graph.cases.host === undefined ? endOf(graph.cases, node) : null;
  if (end === null) return;
  const headingOf = ({ title }: PageAfter) => (title === null ? null : shownText(title, stage.culture));
  const shown = async () => ({
    at: new URL(stage.page.url()).pathname,
    heading: await stage.page
      .locator('main h1:visible')
      .first()
      .textContent({ timeout: HEADING_MS })
      .catch(() => null),
  });
  let seen = await shown();
  await stage
    .until(async () => {
      seen = await shown();
      const page = pageAt(end, seen.at);
      return isAt(page, seen.at) && [null, seen.heading].includes(headingOf(page));
    }, `the page after ${node.state}`)
    .catch((error: unknown) => {
      throw new Error(
        `${(error as Error).message} It shows "${seen.heading}" at ${seen.at}, not "${headingOf(end)}" at ${end.at}.`,
      );
    });
}

/**
 * Whether the recorder's log has the step, by event, outcome and the state that it led to, and the flow is still there:
 * an event that the state ignores may follow.
 */
function took(edge: Edge, entries: readonly LogEntry[]): boolean {
  return entries.at(-1)?.state === stateOf(edge.to) && entries.some((entry) => isStep(edge, entry));
}

/** Whether a line of the log is a step. */
export function isStep({ step, to }: Edge, entry: LogEntry): boolean {
  if (entry.state !== stateOf(to)) return false;
  if (step.kind === 'start') return entry.event === 'xstate.init';
  if (step.kind === 'event') return entry.event === step.event;
  if (step.kind === 'timer') return entry.event.startsWith(`xstate.after.${step.delay}.`);
  return entry.event.endsWith(`.actor.${step.actor}`) && entry.outcome === step.outcome;
}

/** The dotted state of a node's key. */
function stateOf(key: string): string {
  const [value] = JSON.parse(key) as [unknown];
  const path: string[] = [];
  let inner = value;
  while (typeof inner === 'object' && inner !== null) {
    const [[name, next] = ['', '']] = Object.entries(inner);
    path.push(name);
    inner = next;
  }
  return [...path, String(inner)].join('.');
}

function describe(step: Step): string {
  if (step.kind === 'start') return 'its start';
  if (step.kind === 'event') return step.event;
  return step.kind === 'timer' ? `the timer ${step.delay}` : `${step.actor} [${step.outcome}]`;
}

/** What a message says: its key in the catalogue, and the words. */
interface Told {
  readonly key: string;
  readonly words: string;
}

/** The message that the chart promises, to be found among what is visible. */
function messageAt({ culture }: Stage, { cases }: Graph, node: Node): Told | null {
  const key = messageKeyOf(cases, node);
  return key === null ? null : { key, words: shownText(key, culture) };
}

/** What is visible of a step. */
export interface Sight {
  readonly state: string | null;
  readonly screen: string | null;
  readonly address: string | null;
  readonly controls: readonly string[];
  readonly alert: boolean;
  /** What the message says; null if none is promised. */
  readonly told: Told | null;
  readonly busy: boolean;
  /** Texts that are bare keys of the catalogue. */
  readonly rawKeys: readonly string[];
}

function promised(graph: Graph, node: Node, told: Told | null): Sight {
  // The session has its own screen only if the member can't be shown.
  const own = graph.id !== 'session' || node.meta?.screen === 'session-unavailable';
  const route = node.meta?.route ?? '*';
  const events = graph.edges.flatMap(({ from, step }) =>
    from === node.key && step.kind === 'event' && graph.cases.world?.includes(step.event) !== true ? [step.event] : [],
  );
  return {
    state: own ? node.state : null,
    screen: own ? (node.meta?.screen ?? null) : null,
    address: route === '*' ? null : route,
    controls: own ? [...new Set(events)].toSorted() : [],
    alert: own && node.tags.includes('error'),
    told: own ? told : null,
    busy: own && node.tags.includes('waiting'),
    rawKeys: [],
  };
}

const nothing: Sight = {
  state: null,
  screen: null,
  address: null,
  controls: [],
  alert: false,
  told: null,
  busy: false,
  rawKeys: [],
};

/** Reads the page; what the chart says nothing about is ignored. */
async function look({ page }: Stage, flow: string, { state, address, told }: Sight): Promise<Sight> {
  const seen = await page
    .evaluate((id) => {
      const root = document.querySelector<HTMLElement>(`[data-flow="${id}"]`);
      // What a child flow's screen shows belongs to the child.
      const own = (selector: string): HTMLElement[] =>
        [...(root?.querySelectorAll<HTMLElement>(selector) ?? [])].filter(
          (found) => found.closest('[data-flow]') === root,
        );
      const visible = (selector: string): HTMLElement[] => own(selector).filter((found) => found.checkVisibility());
      const controls = own('[data-event]').filter(
        (control) =>
          control.checkVisibility() &&
          (control.dataset['waits'] !== undefined ||
            (control.getAttribute('aria-disabled') !== 'true' && !(control as HTMLButtonElement).disabled)),
      );
      return {
        state: root?.dataset['state'] ?? null,
        screen: root?.dataset['screen'] ?? null,
        // Path and step; other parameters come from a link.
        address:
          location.pathname +
          (new URLSearchParams(location.search).has('step')
            ? `?step=${new URLSearchParams(location.search).get('step')}`
            : ''),
        controls: [...new Set(controls.map((control) => control.dataset['event'] ?? ''))].toSorted(),
        // As soon as the club is open again, a notice that says so replaces the refusal.
        alert: visible('[role="alert"], [data-over]').length > 0,
        words: visible('[role="alert"]').map(({ innerText }) => innerText),
        over: visible('[data-over]').map(({ dataset }) => dataset['over'] ?? ''),
        busy: root?.getAttribute('aria-busy') === 'true',
        rawKeys: document.body.innerText.match(/\b[a-z-]+:[a-z][A-Za-z.]+\b/g) ?? [],
      };
    }, flow)
    .catch(() => null);
  // The page that a member is led away from is still seen until the other one is there.
  if (seen === null || seen.address === paths.maintenance) return nothing;
  const own = state !== null;
  const says = ({ key, words }: Told): boolean =>
    seen.over.some((code) => key === `problems:${code}`) || seen.words.some((said) => said.includes(words));
  return {
    state: own ? seen.state : null,
    screen: own ? seen.screen : null,
    address: address === null ? null : seen.address,
    controls: own ? seen.controls : [],
    alert: own && seen.alert,
    told: told === null || says(told) ? told : { key: seen.over.join(' '), words: seen.words.join('\n') },
    busy: own && seen.busy,
    rawKeys: [...seen.rawKeys],
  };
}
