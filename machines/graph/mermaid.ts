import type { FlowDocument, DocumentedState } from './document.ts';
import type { Transition } from './internals.ts';

/** Kinds of edges, distinguished by the sign that their labels start with. */
type Kind = 'event' | 'done' | 'failed' | 'timer' | 'always';
const signs: Readonly<Record<Kind, string>> = { event: '', done: '✓ ', failed: '✗ ', timer: '⏱ ', always: '⇢ ' };

/** The chart as a Mermaid diagram, with front matter that selects the layout that draws nested states well. */
export function mermaidOf({
  flow,
  states,
  transitions,
}: Pick<FlowDocument, 'flow' | 'states' | 'transitions'>): string {
  const initial = states.find(({ path, initial: first }) => first && !path.includes('.'));
  const lines = [
    '---',
    `title: ${flow}`,
    'config:',
    '  layout: elk',
    '---',
    'stateDiagram-v2',
    '  direction TB',
    ...(initial === undefined ? [] : [`  [*] --> ${idOf(initial.path)}`]),
    ...states.filter(({ path }) => !path.includes('.')).flatMap((state) => stateLines(states, state, '  ')),
    ...edgeLines(transitions, states).map((line) => `  ${line}`),
  ];
  return lines.join('\n');
}

function idOf(path: string): string {
  return path.replaceAll('.', '__');
}

function stateLines(states: readonly DocumentedState[], state: DocumentedState, indent: string): string[] {
  const children = states.filter(
    ({ path }) => path.startsWith(`${state.path}.`) && !path.slice(state.path.length + 1).includes('.'),
  );
  const name = state.path.split('.').at(-1) ?? state.path;
  const facts = [name, ...(state.route === null ? [] : [state.route]), ...state.calls.map((call) => `calls ${call}`)];
  const own = `${indent}state "${facts.join('<br/>')}" as ${idOf(state.path)}`;
  const end = state.kind === 'final' ? [`${indent}${idOf(state.path)} --> [*]`] : [];
  if (children.length === 0) return [own, ...end];
  const first = children.find(({ initial }) => initial);
  const inner = children.flatMap((child) => stateLines(states, child, `${indent}  `));
  return [
    own,
    `${indent}state ${idOf(state.path)} {`,
    ...(first === undefined ? [] : [`${indent}  [*] --> ${idOf(first.path)}`]),
    ...inner,
    `${indent}}`,
  ];
}

/** The edges, those of one kind between the same two states merged under one label of several lines. */
function edgeLines(transitions: readonly Transition[], states: readonly DocumentedState[]): string[] {
  const merged = new Map<string, string[]>();
  for (const { source, trigger, guard, targets } of transitions) {
    const kind = kindOf(trigger);
    const label = `${signs[kind]}${bare(trigger)}${guard === null ? '' : ` [${guard}]`}`;
    // The root is not drawn; its transitions are drawn from each of its child states.
    const sources =
      source === '(any)'
        ? states.filter(({ path, kind: type }) => !path.includes('.') && type !== 'final').map(({ path }) => path)
        : [source];
    for (const from of sources) {
      for (const to of targets.length === 0 ? [from] : targets) {
        const pair = `${idOf(from)} --> ${idOf(to)}|${kind}`;
        merged.set(pair, [...(merged.get(pair) ?? []), label]);
      }
    }
  }
  return [...merged].map(
    ([pair, labels]) => `${pair.split('|')[0]} : ${[...new Set(labels)].map(plain).join('<br/>')}`,
  );
}

function kindOf(trigger: string): Kind {
  if (trigger.startsWith('✓') || trigger.startsWith('done ')) return 'done';
  if (trigger.startsWith('✗')) return 'failed';
  if (trigger.startsWith('after ')) return 'timer';
  return trigger === 'always' ? 'always' : 'event';
}

function bare(trigger: string): string {
  return trigger.replace(/^(✓|✗) /, '');
}

/** Colons and semicolons are Mermaid syntax. */
function plain(label: string): string {
  return label.replaceAll(':', '').replaceAll(';', ',');
}
