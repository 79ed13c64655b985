import type { DocumentedState, FlowDocument } from './document.ts';
import type { Transition } from './internals.ts';

type Chart = Pick<FlowDocument, 'states' | 'transitions'> & { readonly flow: string };

/** The chart as a PlantUML state diagram. */
export function plantUmlOf({ flow, states, transitions }: Chart): string {
  const top = states.filter(({ path }) => !path.includes('.'));
  const initial = top.find(({ initial: first }) => first);
  return [
    '@startuml',
    `title ${flow}`,
    'hide empty description',
    ...(initial === undefined ? [] : [`[*] --> ${idOf(initial.path)}`]),
    ...top.flatMap((state) => stateLines(states, state, '')),
    ...transitions.flatMap((transition) => transitionLines(transition, top)),
    ...top.flatMap(({ path, kind }) => (kind === 'final' ? [`${idOf(path)} --> [*]`] : [])),
    '@enduml',
    '',
  ].join('\n');
}

/** PlantUML's names are words; any other name gets a line of its own. */
function idOf(path: string): string {
  return path.replaceAll('.', '__').replaceAll(/[^A-Za-z0-9_]/g, '_');
}

function stateLines(states: readonly DocumentedState[], state: DocumentedState, indent: string): readonly string[] {
  const children = states.filter(
    ({ path }) => path.startsWith(`${state.path}.`) && !path.slice(state.path.length + 1).includes('.'),
  );
  const name = state.path.split('.').at(-1) ?? state.path;
  const facts = [...(state.route === null ? [] : [state.route]), ...state.calls.map((call) => `calls ${call}`)];
  const told = facts.map((fact) => `${indent}${idOf(state.path)} : ${fact}`);
  const declared = `${indent}state "${name}" as ${idOf(state.path)}`;
  if (children.length === 0) return [declared, ...told];
  const first = children.find(({ initial }) => initial);
  const begin = first === undefined ? [] : [`${indent}  [*] --> ${idOf(first.path)}`];
  return [
    `${declared} {`,
    ...begin,
    ...children.flatMap((child) => stateLines(states, child, `${indent}  `)),
    `${indent}}`,
    ...told,
  ];
}

function transitionLines(
  { source, trigger, guard, targets }: Transition,
  top: readonly DocumentedState[],
): readonly string[] {
  const label = `${trigger}${guard === null ? '' : ` [${guard}]`}`;
  // The root is not drawn; its transitions are drawn from each of its child states.
  const sources = source === '(any)' ? top.filter(({ kind }) => kind !== 'final').map(({ path }) => path) : [source];
  return sources.flatMap((from) =>
    (targets.length === 0 ? [from] : targets).map((to) => `${idOf(from)} --> ${idOf(to)} : ${label}`),
  );
}
