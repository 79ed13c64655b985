import { compare, differenceLines, isSame, noVersion, type FlowVersion } from '#machines/graph/compare.ts';
import { flowNames, flowsIn, lifecyclesIn, readAt, readNow } from './revisions.ts';

/** What has changed in the documented flows since a revision, for a review: one block per changed flow. */
export function differencesSince(revision: string): string {
  const earlier = readAt(revision);
  const names = new Set([...flowNames(null), ...flowNames(revision)]);
  const blocks = [
    ...blocksOf(flowsIn(earlier, names), flowsIn(readNow, names), (name) => name),
    ...blocksOf(lifecyclesIn(earlier), lifecyclesIn(readNow), (name) => `lifecycle ${name}`),
  ];
  return blocks.length === 0 ? `No flow has changed since ${revision}.` : blocks.join('\n\n');
}

type Versions = ReadonlyMap<string, FlowVersion>;

function blocksOf(before: Versions, after: Versions, titleOf: (name: string) => string): readonly string[] {
  const names = [...new Set([...before.keys(), ...after.keys()])].toSorted();
  return names.flatMap((name) => {
    const difference = compare(before.get(name) ?? noVersion, after.get(name) ?? noVersion);
    if (isSame(difference)) return [];
    const note = before.has(name) ? (after.has(name) ? '' : ' (is gone)') : ' (is new)';
    return [[`${titleOf(name)}${note}`, ...differenceLines(difference)].join('\n')];
  });
}
