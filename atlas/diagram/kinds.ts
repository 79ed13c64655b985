import type { Transition } from '#machines/graph/internals.ts';

/** Kinds of transitions that are distinguished at a glance. */
export type TransitionKind = 'event' | 'answer' | 'refusal' | 'failure' | 'timer' | 'always';

/** The kind of a transition: what triggers it, and whether it leads to a message. */
export function transitionKind(
  { trigger, targets }: Pick<Transition, 'trigger' | 'targets'>,
  isError: (state: string) => boolean,
): TransitionKind {
  if (trigger.startsWith('✓') || trigger.startsWith('done ')) return targets.some(isError) ? 'refusal' : 'answer';
  if (trigger.startsWith('✗')) return 'failure';
  if (trigger.startsWith('after ')) return 'timer';
  return trigger === 'always' ? 'always' : 'event';
}
