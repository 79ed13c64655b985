import type { DocumentedState, FlowDocument } from './document.ts';
import type { Transition } from './internals.ts';

type Chart = Pick<FlowDocument, 'states' | 'transitions'> & { readonly flow: string };

/**
 * The chart as SCXML (W3C), for other tools. Ids are the paths of the states; an answer of a call is the event
 * `done.invoke.<call>`, its failure `error.invoke.<call>`, a timer `after.<delay>`; guards appear by name.
 */
export function scxmlOf({ flow, states, transitions }: Chart): string {
  const initial = states.find(({ path, initial: first }) => first && !path.includes('.'));
  const own = transitions.filter(({ source }) => source === '(any)');
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<scxml xmlns="http://www.w3.org/2005/07/scxml" version="1.0" datamodel="null" name="${escaped(flow)}"${initial === undefined ? '' : ` initial="${escaped(initial.path)}"`}>`,
    // The root of SCXML has no transitions: those of the chart's root are repeated in each state that is not final.
    ...childrenOf(states, null).flatMap((state) =>
      stateLines({ states, transitions }, state, '  ', state.kind === 'final' ? [] : own),
    ),
    '</scxml>',
    '',
  ].join('\n');
}

function childrenOf(states: readonly DocumentedState[], parent: string | null): readonly DocumentedState[] {
  return states.filter(({ path }) =>
    parent === null
      ? !path.includes('.')
      : path.startsWith(`${parent}.`) && !path.slice(parent.length + 1).includes('.'),
  );
}

function stateLines(
  chart: Omit<Chart, 'flow'>,
  state: DocumentedState,
  indent: string,
  besides: readonly Transition[],
): readonly string[] {
  const { states, transitions } = chart;
  const children = childrenOf(states, state.path);
  const first = children.find(({ initial }) => initial);
  const name = state.kind === 'final' ? 'final' : state.kind === 'parallel' ? 'parallel' : 'state';
  const open = `${indent}<${name} id="${escaped(state.path)}"${first === undefined || name === 'parallel' ? '' : ` initial="${escaped(first.path)}"`}`;
  const inner = [
    ...state.calls.map((call) => `${indent}  <invoke id="${escaped(call)}" src="${escaped(call)}"/>`),
    ...[...transitions.filter(({ source }) => source === state.path), ...besides].map(
      (transition) => `${indent}  ${transitionLine(transition)}`,
    ),
    ...children.flatMap((child) => stateLines(chart, child, `${indent}  `, [])),
  ];
  return inner.length === 0 ? [`${open}/>`] : [`${open}>`, ...inner, `${indent}</${name}>`];
}

function transitionLine({ trigger, guard, targets }: Transition): string {
  const event = eventOf(trigger);
  const attributes = [
    ...(event === null ? [] : [['event', event]]),
    ...(guard === null ? [] : [['cond', guard]]),
    ...(targets.length === 0 ? [] : [['target', targets.join(' ')]]),
  ];
  return `<transition ${attributes.map(([name, value]) => `${name}="${escaped(value ?? '')}"`).join(' ')}/>`;
}

/** The event's name in SCXML; null for a transition without one. */
function eventOf(trigger: string): string | null {
  if (trigger === 'always') return null;
  if (trigger.startsWith('✓ ')) return `done.invoke.${trigger.slice(2)}`;
  if (trigger.startsWith('✗ ')) return `error.invoke.${trigger.slice(2)}`;
  if (trigger.startsWith('done ')) return `done.state.${trigger.slice(5)}`;
  return trigger.startsWith('after ') ? `after.${trigger.slice(6)}` : trigger;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
