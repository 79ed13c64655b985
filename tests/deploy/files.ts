import { readFileSync } from 'node:fs';
import { parse } from 'yaml';

/** What the files of deploy/ say, as tests read it. */

export const read = (file: string): string => readFileSync(file, 'utf8');

export const readYaml = (file: string): unknown => parse(read(file), { merge: true });

/** The value of a key in a file of `KEY=value` lines, such as a unit of systemd. */
export function valueOf(text: string, key: string): string | undefined {
  return new RegExp(`^${key}=(.*)$`, 'm').exec(text)?.[1];
}

/** Seconds of a duration such as `30s`, `1m` or `30`. */
export function seconds(text: string | undefined): number {
  const [, figure, unit] = /^(\d+)(s|m|h)?$/.exec(text ?? '') ?? [];
  if (figure === undefined) throw new Error(`${text} is not a duration`);
  return Number(figure) * ({ s: 1, m: 60, h: 3600 }[unit ?? 's'] ?? 1);
}

/** The names of metrics that an expression of Prometheus asks for. */
export function metricsOf(expression: string): string[] {
  const withoutLabels = expression.replace(/\{[^}]*\}/g, '').replace(/\b(by|without) *\([^)]*\)/g, '');
  return [...new Set(withoutLabels.match(/\b(?:perch|nodejs|process)_\w+/g) ?? [])];
}

/** The metrics of which an expression asks how far they have grown, as counters do. */
export function grownIn(expression: string): string[] {
  return [...expression.matchAll(/\b(?:rate|irate|increase)\((\w+)/g)].map(([, name = '']) => name);
}

/** The gauges that docs/metrics.md describes. */
export function describedGauges(page: string): Set<string> {
  return new Set([...page.matchAll(/^\| `(\w+)` \| gauge \|/gm)].map(([, name = '']) => name));
}

/** The metrics that docs/metrics.md describes, with those that a histogram consists of. */
export function describedMetrics(page: string): Set<string> {
  const rows = [...page.matchAll(/^\| `(\w+)` \| (counter|gauge|histogram|summary) \|/gm)];
  return new Set(
    rows.flatMap(([, name = '', type]) =>
      type === 'histogram' ? [name, `${name}_bucket`, `${name}_sum`, `${name}_count`] : [name],
    ),
  );
}
