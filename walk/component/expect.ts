// What the page must show while a flow is in a situation: everything that the chart promises, and nothing else.
import { isCall, stepsFrom, type Graph, type Node } from '#machines/graph/explore.ts';
import { messageKeyOf } from '#machines/graph/matrices.ts';
import { endOf, isAt, pageAt, type PageAfter } from '#walk/paths/ends.ts';
import type { Stage } from './stage.tsx';

/** A cache of the roots: evaluating a selector in jsdom costs a walk more than the steps do. */
const roots = new Map<string, HTMLElement>();

/** The root of a flow's screen; null if the flow shows nothing itself. */
export function rootOf(flow: string): HTMLElement | null {
  const known = roots.get(flow);
  if (known?.isConnected === true && known.dataset['flow'] === flow) return known;
  const root = document.querySelector<HTMLElement>(`[data-flow="${flow}"]`);
  if (root !== null) roots.set(flow, root);
  return root;
}

/** What `selector` finds on a flow's own screen, without the screen of a child flow inside it. */
export function own<TElement extends HTMLElement>(root: HTMLElement, selector: string): readonly TElement[] {
  return [...root.querySelectorAll<TElement>(selector)].filter(
    (found) => found.closest('[data-flow]') === root && isVisible(found),
  );
}

function isVisible(element: HTMLElement): boolean {
  return (
    element.closest(
      '[hidden], [inert], [aria-hidden="true"], details:not([open]) > :not(summary), dialog:not([open])',
    ) === null
  );
}

/** Whether the control can be pressed, now or after its countdown. */
function canBePressed(control: HTMLElement): boolean {
  if (control.dataset['waits'] !== undefined) return true;
  return control.getAttribute('aria-disabled') !== 'true' && !control.matches(':disabled');
}

/**
 * The differences from what the chart promises, as sentences; none if there are none. `child` is the node of the child
 * flow that is part of the path: its heading is that of the page.
 */
export function differences(stage: Stage, graph: Graph, node: Node, child: Node | null = null): readonly string[] {
  const { meta } = node;
  // After a child flow its parent goes on, and says where.
  const end = graph.cases.host === undefined ? endOf(graph.cases, node) : null;
  if (end !== null && end.readsFirst !== true) return elsewhereThan(stage, end);
  if (node.status !== 'active' || meta === null) return [];
  const sentences = meta.route === '*' ? [] : compared('the address', address(), meta.route);
  const root = rootOf(graph.id);
  // In a terminal state the member may be on pages outside the flow.
  if (root === null && node.tags.includes('terminal')) {
    const shown = meta.route === '*' || document.querySelector(`[data-screen="${meta.screen}"]`) !== null;
    return shown ? sentences : [...sentences, `no screen ${meta.screen} is shown.`];
  }
  if (root === null) return [...sentences, `${graph.id} shows nothing in ${node.state}.`];
  return [
    ...sentences,
    ...compared('the state', root.dataset['state'] ?? '', node.state),
    ...compared('the screen', root.dataset['screen'] ?? '', meta.screen),
    ...compared('the controls', controlsOf(root), promisedControls(graph, node)),
    ...compared('a message', own(root, MESSAGE).length > 0, node.tags.includes('error')),
    ...compared('busy', isBusy(root), node.tags.includes('waiting')),
    ...titleMissing(stage, root, node, graph, child),
    ...messageMissing(stage, graph, node),
    ...emptyAlerts(root),
    ...notLedTo(root, node),
  ];
}

/** The page that the app goes on to after a flow. */
function elsewhereThan(stage: Stage, end: PageAfter): readonly string[] {
  const { pathname } = window.location;
  const page = pageAt(end, pathname);
  const headings = [...document.querySelectorAll('h1')].map(({ textContent }) => textContent);
  return [
    ...(isAt(page, pathname) ? [] : [`the flow is over: the page is ${pathname}, not ${page.at}.`]),
    ...(page.title === null ? [] : compared('the heading', headings, [stage.text(page.title)])),
  ];
}

function compared(what: string, seen: unknown, promised: unknown): readonly string[] {
  const [left, right] = [JSON.stringify(seen), JSON.stringify(promised)];
  return left === right ? [] : [`${what}: the page has ${left}, the chart promises ${right}.`];
}

/**
 * The URL as a chart writes it: path and step; other parameters come from a link. Paths match in any letter case, but
 * the app shows the canonical one.
 */
function address(): string {
  const { pathname, search } = window.location;
  const step = new URLSearchParams(search).get('step');
  return step === null ? pathname : `${pathname}?step=${step}`;
}

function controlsOf(root: HTMLElement): readonly string[] {
  // Two controls for one event are listed twice, which the chart does not promise either.
  return onePerRecord(own(root, '[data-event]').filter(canBePressed))
    .map((control) => control.dataset['event'] ?? '')
    .toSorted();
}

/** Where a list has one control for each of its records, which says by its value whose it is: that of the first. */
export function onePerRecord(controls: readonly HTMLElement[]): readonly HTMLElement[] {
  const records = new Map<string, Set<string>>();
  return controls.filter((control) => {
    const { event = '' } = control.dataset;
    const record = control.getAttribute('value');
    if (record === null) return true;
    const known = records.get(event) ?? new Set();
    // The same record once more is a second control.
    const counts = known.size === 0 || known.has(record);
    records.set(event, known.add(record));
    return counts;
  });
}

function promisedControls(graph: Graph, node: Node): readonly string[] {
  const steps = stepsFrom(node.snapshot, graph.cases).map(([step]) => step);
  const events = steps.flatMap((step) =>
    step.kind === 'event' && !graph.cases.world.includes(step.event) ? [step.event] : [],
  );
  return [...new Set(events)].toSorted();
}

function isBusy(root: HTMLElement): boolean {
  return root.matches('[aria-busy="true"]') || own(root, '[aria-busy="true"]').length > 0;
}

/** The chart's title must be the heading of the screen, or be part of the text of a wait without a heading. */
function titleMissing(
  stage: Stage,
  root: HTMLElement,
  { meta, tags, running }: Node,
  { cases }: Graph,
  child: Node | null,
): readonly string[] {
  const title = stage.text(child?.meta?.title ?? meta?.title ?? '');
  const inChild = running.some((id) => !isCall(cases.machine, id));
  const headings = (inChild ? [...root.querySelectorAll<HTMLElement>('h1')] : own(root, 'h1')).map(
    ({ textContent }) => textContent,
  );
  if (headings.length > 0 || meta?.route !== '*') return compared('the heading', headings, [title]);
  const told = !tags.includes('waiting') || root.textContent.includes(title);
  return told ? [] : [`"${title}" stands nowhere.`];
}

/** The message of a failure, or what replaces it as soon as the club is open or reachable again. */
const MESSAGE = '[role="alert"], [data-over]';

/** The message that the chart promises must be visible in its own words. */
function messageMissing(stage: Stage, { id, cases }: Graph, node: Node): readonly string[] {
  const message = messageKeyOf(cases, node);
  if (message === null) return [];
  const root = rootOf(id);
  if (root !== null && own(root, '[data-over]').some(({ dataset }) => message === `problems:${dataset['over']}`))
    return [];
  const told = alertText(id);
  const words = stage.text(message);
  return told.includes(words) ? [] : [`the message says "${told}", the chart promises "${words}".`];
}

function emptyAlerts(root: HTMLElement): readonly string[] {
  return own(root, '[role="alert"]').some(({ textContent }) => textContent.trim() === '')
    ? ['a message says nothing.']
    : [];
}

/**
 * A refusal moves the focus to the entry that it is about, which is marked and described by the message, or to the
 * message itself, so that nobody has to search for it above a long form.
 */
function notLedTo(root: HTMLElement, { tags }: Node): readonly string[] {
  const [message] = own(root, '[role="alert"]');
  if (!tags.includes('error') || message === undefined) return [];
  const [entry] = own(root, '[aria-invalid="true"]');
  const focused = document.activeElement;
  if (focused !== (entry ?? message))
    return [
      `the focus is on ${focused?.outerHTML.slice(0, 120) ?? 'nothing'}, not on ${entry === undefined ? 'the message' : 'the wrong entry'}.`,
    ];
  const described = (entry?.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .some((id) => document.getElementById(id)?.contains(message) === true);
  return entry === undefined || described ? [] : ['the wrong entry is not described by the message.'];
}

/** The text of the messages on a flow's screen. */
export function alertText(flow: string): string {
  const root = rootOf(flow);
  return root === null
    ? ''
    : own(root, '[role="alert"]')
        .map(({ textContent }) => textContent)
        .join('\n');
}

/** Texts on the page that are bare keys of the catalogue. */
export function rawKeys(): readonly string[] {
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const found: string[] = [];
  while (texts.nextNode() !== null) {
    const text = texts.currentNode.nodeValue?.trim() ?? '';
    if (/^[a-z]+(-[a-z]+)*:[a-z]\w*(\.\w+)*$/.test(text)) found.push(text);
  }
  return found;
}
