// Who walks a script by hand in the demo club, what they need, and what they leave behind.
import { wayOf, type Arrangement } from '#machines/chart/arrangements.ts';
import { isRefusal } from '#machines/chart/cases.ts';
import type { AnyCases } from '#machines/graph/explore.ts';
import { isCall } from '#machines/graph/explore.ts';
import { LEAVING, type Words } from './languages/words.ts';
import type { Need, Who } from './needs.ts';

/** A member of the demo club (README.md), and how a script uses them. */
export interface Person {
  readonly who: Who;
  readonly username: string;
}

export const PASSPHRASE = 'perch-demo-passphrase';

export const demo: Person = { who: 'demo', username: 'demo' };
export const demo2fa: Person = { who: 'demo2fa', username: 'demo2fa' };

/**
 * `demo` with an authenticator app, because `demo2fa` has neither a stake that waits for a choice nor the money for a
 * plan.
 */
export const demoWithApp: Person = { who: 'demoWithApp', username: 'demo' };

/** The other party of a script's act: the other one of the two members. */
export function thirdParty({ username }: Person): Person {
  return username === demo.username ? demo2fa : demo;
}

/** The introducer of the samples, whom the demo club doesn't have. */
const SAMPLE_INTRODUCER = 'K7Q2M9XA';

/** A sample's text in the demo club, where the introducer is `demo`. */
export function inDemoClub(text: string): string {
  return text.replaceAll(SAMPLE_INTRODUCER, demo.username);
}

/** The member whom a way requires; null if it requires none of the demo club. */
export function personAskedFor(arrangement: Arrangement | undefined): Person | null {
  const asked = arrangement === undefined ? undefined : wayOf(arrangement).person;
  return asked === undefined ? null : asked === 'withApp' ? demo2fa : demo;
}

/** What is needed to bring an outcome about by hand. */
export function needOf(cases: AnyCases, actor: string, outcome: string): Need {
  if (outcome === 'networkError') return 'network';
  if (outcome === 'undocumentedReply') return 'tools';
  const documented = cases.outcomes[actor]?.[outcome];
  const arrange = documented?.arrange;
  if (arrange !== undefined) return wayOf(arrange).need ?? 'app';
  if (documented?.typed !== undefined || !isCall(cases.machine, actor)) return 'app';
  return isRefusal(documented?.reply) ? 'tools' : 'app';
}

/** How a person reverts what they removed or overrode for an outcome; null if there is nothing to revert. */
export function undoOf(
  {
    cases,
    actor,
    outcome,
    call,
  }: { readonly cases: AnyCases } & Readonly<Record<'actor' | 'outcome' | 'call', string>>,
  words: Words,
): string | null {
  const need = needOf(cases, actor, outcome);
  if (need === 'network') return words.networkBack;
  // A one-time action in the developer tools, such as deleting something, needs no reverting.
  const arrange = cases.outcomes[actor]?.[outcome]?.arrange;
  const overrides = outcome === 'undocumentedReply' || arrange === undefined || wayOf(arrange).overrides === true;
  return need === 'tools' && overrides ? words.overrideOff(call) : null;
}

/** What must be corrected after a path that passes these states. */
export function leftBehind(
  passed: readonly { readonly flow: string; readonly state: string }[],
  arranged: readonly Arrangement[],
  person: Person,
  words: Words,
): readonly string[] {
  const states = new Set(passed.map(({ flow, state }) => `${flow}/${state}`));
  const told = LEAVING.flatMap((place) => (states.has(place) ? [words.left(place, PASSPHRASE)] : []));
  const leaves = new Set(arranged.flatMap((arrangement) => wayOf(arrangement).leaves ?? []));
  return [
    ...new Set([
      ...told,
      ...(leaves.has('hold') ? [words.leftHold] : []),
      ...(leaves.has('app') || person === demoWithApp ? [words.leftApp] : []),
    ]),
  ];
}
