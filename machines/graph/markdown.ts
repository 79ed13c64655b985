import type { DocumentedCell, FlowDocument } from './document.ts';
import type { Transition } from './internals.ts';
import { mermaidOf } from './mermaid.ts';

/** The page of a flow, for review: one fact per line, in an order that changes only with the flow. */
export function markdownOf(document: FlowDocument): string {
  const sections = [
    head(document),
    `## Diagram\n\nPlain labels are what the member or something outside does, ✓ an answer, ✗ a call without one, ⏱ a timer, ⇢ a choice of the flow's own.\n\n\`\`\`mermaid\n${mermaidOf(document)}\n\`\`\``,
    `## States\n\n${table(
      ['state', 'tags', 'route', 'screen', 'calls', 'reload', 'entry'],
      document.states.map((state) => [
        state.path,
        tags(state),
        state.route ?? '',
        state.screen ?? '',
        state.calls.join(', '),
        state.onReload ?? '',
        state.entry.join(', '),
      ]),
    )}`,
    ...exceptions(document),
    `## Transitions\n\n${table(['from', 'on', 'if', 'to', 'actions'], transitionRows(document))}`,
    `## Golden table\n\nWhat the real machine must do, step by step; the walk compares it with this page's data. Answers of a call that go the same way share a line.\n\n${table(['in', 'happens', 'to', 'transitions taken'], goldenRows(document))}`,
    `## Paths\n\n${document.paths.map(({ id, title, steps }) => `### ${id}: ${title}\n\n${steps.map((step, index) => `${index}. ${step}`).join('\n')}`).join('\n\n')}`,
    `## Fault matrix\n\n${matrix(document.fault)}`,
    `## Reload matrix\n\n${matrix(document.reload)}`,
    `## Back matrix\n\n${matrix(document.back)}`,
    `## Double-press matrix\n\n${matrix(document.doublePress)}`,
    `## Requirements\n\n${table(
      ['requirement', 'paths'],
      document.requirements.map(({ id, paths }) => [id, paths.join(', ')]),
    )}`,
  ];
  return `${sections.join('\n\n')}\n`;
}

function head({
  flow,
  area,
  purpose,
  host,
  routes,
  requirements,
  starts,
  states,
  transitions,
  paths,
}: FlowDocument): string {
  const steps = paths.reduce((sum, path) => sum + path.steps.length - 1, 0);
  return [
    `# ${flow}`,
    purpose,
    'Written by `npm run flows` from the chart and its cases; not edited by hand.',
    [
      `- Area: ${area}`,
      `- Routes: ${routes.join(', ')}`,
      `- Requirements: ${requirements.map(({ id }) => id).join(', ')}`,
      `- Begins: ${starts.join('; ')}`,
      ...(host === null ? [] : [`- Part of: [${host}](${host}.md)`]),
      `- ${states.length} states, ${transitions.length} transitions, ${paths.length} paths of ${steps} steps`,
    ].join('\n'),
  ].join('\n\n');
}

/**
 * Lost responses whose outcome is not requested: each must be justified in the chart, and the reason is reviewed here.
 */
function exceptions({ states }: FlowDocument): readonly string[] {
  const declared = states.flatMap(({ path, lostAnswer }) => (lostAnswer === null ? [] : [`- ${path}: ${lostAnswer}`]));
  return declared.length === 0 ? [] : [`## Lost answers that are not asked for\n\n${declared.join('\n')}`];
}

function tags({ tags: own, kind }: FlowDocument['states'][number]): string {
  return [...(kind === 'final' ? ['end'] : []), ...own].join(', ');
}

/** The transitions as rows: answers of a call that lead to the same state by the same actions share one. */
function transitionRows({ transitions }: FlowDocument): readonly (readonly string[])[] {
  return alike(transitions, (transition) => (isAnswer(transition) ? wayOf(transition) : null)).map((same) => {
    const [{ source, trigger, targets, actions }] = same;
    return [source, trigger, guardsOf(same), targets.join(', ') || '(stays)', actions.join(', ')];
  });
}

/** The golden table as rows; of the transitions the targets are left out, which the column before tells. */
function goldenRows({ golden }: FlowDocument): readonly (readonly string[])[] {
  return golden.map(({ in: from, step, answers, fired, to }) => {
    const named = answers === undefined ? '' : `[${answers.join(', ')}]`;
    const taken = fired.map((id) => (id.split(' → ')[0] ?? '').replace(`${step} [*]`, `${step} ${named}`));
    return [from || '(not begun)', named === '' ? step : `${step} ${named}`, to, taken.join('; ') || '(none)'];
  });
}

/** Groups the things with the same `likeness`, in the order of their first; a thing whose likeness is null is alone. */
function alike<T>(things: readonly T[], likeness: (thing: T) => unknown): readonly (readonly [T, ...T[]])[] {
  const groups = new Map<unknown, [T, ...T[]]>();
  for (const thing of things) {
    const said = likeness(thing);
    const key = said === null ? thing : JSON.stringify(said);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [thing]);
    else group.push(thing);
  }
  return [...groups.values()];
}

/** Whether a transition is taken by one kind of answer of a call. */
function isAnswer({ trigger, guard }: Transition): boolean {
  return trigger.startsWith('✓') && guard !== null;
}

/** Where a transition leads and what it does there, whatever its guard. */
function wayOf({ source, trigger, targets, actions }: Transition): unknown {
  return [source, trigger, targets, actions];
}

function guardsOf(transitions: readonly Transition[]): string {
  return [...new Set(transitions.map(({ guard }) => guard ?? ''))].join(', ');
}

function matrix(cells: readonly DocumentedCell[]): string {
  if (cells.length === 0) return 'None.';
  return table(
    ['in', 'happens', 'leads to', 'screen', 'message', 'ways out', 'says', 'proven by'],
    cells.map(({ in: from, happens, to, says, proof }) => [
      from,
      happens,
      to.state,
      to.screen ?? `end${to.output === null ? '' : `: ${to.output}`}`,
      to.message ?? '',
      to.waysOut.join(', '),
      says,
      proof,
    ]),
  );
}

function table(columns: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(columns), line(columns.map(() => '---')), ...rows.map(line)].join('\n');
}
