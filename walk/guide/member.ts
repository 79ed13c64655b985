// Whom the tester plays.
import { graphs } from '#walk/browser/driver.ts';
import type { Stage } from '#walk/browser/stage.ts';
import { isForMembers } from '#walk/paths/cases.ts';
import type { FlowEdge } from '#walk/paths/expand.ts';
import type { Culture } from '#walk/paths/report.ts';
import { guideWordsIn } from './languages/languages.ts';

/** Who the tester plays, said at the beginning. */
export function introduction(stage: Stage, steps: readonly FlowEdge[], culture: Culture): readonly string[] {
  const words = guideWordsIn(culture).terminal;
  const member = memberOf(stage, steps, culture);
  return [`  ${member === null ? words.nobody : words.signedInAs(member)}`];
}

/** The member in a sentence; null where the flow is for those who aren’t signed in. */
export function memberOf(stage: Stage, [first]: readonly FlowEdge[], culture: Culture): string | null {
  const graph = graphs.get(first?.flow ?? '');
  const [member] = stage.cast();
  if (member === undefined) return null;
  return graph !== undefined && isForMembers(graph.cases)
    ? guideWordsIn(culture).terminal.member({ ...member, key: stage.key })
    : null;
}
