import { versionOf, type FlowVersion } from '#machines/graph/compare.ts';
import type { FlowDocument } from '#machines/graph/document.ts';
import { say, type WordKey } from '#atlas/words/words.ts';
import type { ChartModel } from './model.ts';

/** Why a file can't be compared with; the key says it in each language. */
export class NoChartFile extends Error {
  readonly key: WordKey;

  constructor(key: WordKey) {
    super(say('en-US', key));
    this.key = key;
  }
}

/**
 * The version of a chart in an exported file: the JSON of docs/flows, or an export of the atlas. Throws a
 * `NoChartFile` if it is neither.
 */
export function versionInFile(content: string): { readonly name: string; readonly version: FlowVersion } {
  const file = parsed(content);
  if (!isList(file.states) || !isList(file.transitions) || !isList(file.paths))
    throw new NoChartFile('compare.file.noChart');
  if (typeof file.flow === 'string' && isList(file.golden))
    return { name: file.flow, version: versionOf(file as FlowDocument) };
  const { id, states, transitions, paths } = file as unknown as ChartModel;
  if (typeof id !== 'string') throw new NoChartFile('compare.file.noName');
  const compared = paths.map((path) => ({
    id: path.id,
    steps: path.steps.map(({ label, to }) => `${label} → ${to}`),
    fired: path.steps.flatMap(({ fired }) => fired),
  }));
  return { name: id, version: { states, transitions, paths: compared, texts: {}, rules: {} } };
}

function parsed(content: string): Partial<FlowDocument> {
  try {
    const value: unknown = JSON.parse(content);
    if (typeof value === 'object' && value !== null) return value;
  } catch {
    // Reported below.
  }
  throw new NoChartFile('compare.file.noJson');
}

function isList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value);
}

/** If one of two versions has no texts or rules, as in a file, neither is compared by them. */
export function alike(before: FlowVersion, after: FlowVersion): readonly [FlowVersion, FlowVersion] {
  const bare = (version: FlowVersion): boolean => Object.keys(version.texts).length === 0 && version.states.length > 0;
  if (!bare(before) && !bare(after)) return [before, after];
  const without = (version: FlowVersion): FlowVersion => ({ ...version, texts: {}, rules: {} });
  return [without(before), without(after)];
}
