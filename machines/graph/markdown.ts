import type { DocumentedCell, FlowDocument } from './document.ts';
import { mermaidOf } from './mermaid.ts';

/** The page of a flow, for review: one fact per line, in an order that only a change of the flow changes. */
export function markdownOf(document: FlowDocument): string {
  const sections = [
    head(document),
    `## Diagram\n\nPlain labels are what the member or the world does, ✓ an answer, ✗ a call without one, ⏱ a timer, ⇢ a choice of the flow's own.\n\n\`\`\`mermaid\n${mermaidOf(document)}\n\`\`\``,
    `## States\n\n${table(['state', 'tags', 'route', 'screen', 'calls', 'reload', 'entry'], document.states.map((state) => [state.path, tags(state), state.route ?? '', state.screen ?? '', state.calls.join(', '), state.onReload ?? '', state.entry.join(', ')]))}`,
    ...exceptions(document),
    `## Transitions\n\n${table(['from', 'on', 'if', 'to', 'actions'], document.transitions.map(({ source, trigger, guard, targets, actions }) => [source, trigger, guard ?? '', targets.join(', ') || '(stays)', actions.join(', ')]))}`,
    `## Golden table\n\nWhat the real machine must do, step by step; the walk compares it with this page's data.\n\n${table(['in', 'happens', 'to', 'transitions taken'], document.golden.map(({ in: from, step, fired, to }) => [from || '(not begun)', step, to, taken(fired)]))}`,
    `## Paths\n\n${document.paths.map(({ id, title, steps }) => `### ${id}: ${title}\n\n${steps.map((step, index) => `${index}. ${step}`).join('\n')}`).join('\n\n')}`,
    `## Fault matrix\n\n${matrix(document.fault)}`,
    `## Reload matrix\n\n${matrix(document.reload)}`,
    `## Back matrix\n\n${matrix(document.back)}`,
    `## Double-press matrix\n\n${matrix(document.doublePress)}`,
    `## Requirements\n\n${table(['requirement', 'paths'], document.requirements.map(({ id, paths }) => [id, paths.join(', ')]))}`,
  ];
  return `${sections.join('\n\n')}\n`;
}

function head({ flow, purpose, host, routes, requirements, starts, states, transitions, paths }: FlowDocument): string {
  const steps = paths.reduce((sum, path) => sum + path.steps.length - 1, 0);
  return [
    `# ${flow}`,
    purpose,
    'Written by `npm run flows` from the chart and its cases; not edited by hand.',
    [
      `- Routes: ${routes.join(', ')}`,
      `- Requirements: ${requirements.map(({ id }) => id).join(', ')}`,
      `- Begins: ${starts.join('; ')}`,
      ...(host === null ? [] : [`- Part of: [${host}](${host}.md)`]),
      `- ${states.length} states, ${transitions.length} transitions, ${paths.length} paths of ${steps} steps`,
    ].join('\n'),
  ].join('\n\n');
}

/** Lost answers that nobody asks for: each must be justified in the chart, and the reason is reviewed here. */
function exceptions({ states }: FlowDocument): readonly string[] {
  const declared = states.flatMap(({ path, lostAnswer }) => (lostAnswer === null ? [] : [`- ${path}: ${lostAnswer}`]));
  return declared.length === 0 ? [] : [`## Lost answers that are not asked for\n\n${declared.join('\n')}`];
}

function tags({ tags: own, kind }: FlowDocument['states'][number]): string {
  return [...(kind === 'final' ? ['end'] : []), ...own].join(', ');
}

/** The transitions of a step without their targets, which the next column tells. */
function taken(fired: readonly string[]): string {
  return fired.map((id) => id.split(' → ')[0]).join('; ') || '(none)';
}

function matrix(cells: readonly DocumentedCell[]): string {
  if (cells.length === 0) return 'None.';
  return table(
    ['in', 'happens', 'leads to', 'screen', 'message', 'ways out', 'says', 'proven by'],
    cells.map(({ in: from, happens, to, says, proof }) => [from, happens, to.state, to.screen ?? `end${to.output === null ? '' : `: ${to.output}`}`, to.message ?? '', to.waysOut.join(', '), says, proof]),
  );
}

function table(columns: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(columns), line(columns.map(() => '---')), ...rows.map(line)].join('\n');
}
