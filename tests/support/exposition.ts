// Prometheus' text format (version 0.0.4), read more strictly than a scraper does.

export interface Sample {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

export interface Family {
  readonly name: string;
  readonly type: string;
  readonly help: string;
  readonly samples: readonly Sample[];
}

const NAME = /^[a-z][a-z0-9_]*$/;
const TYPES = ['counter', 'gauge', 'histogram', 'summary'];
const SAMPLE = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? (\S+)$/;
const LABEL = /^([a-zA-Z_]\w*)="((?:[^"\\\n]|\\["\\n])*)"(?:,|$)/;
const NUMBER = /^(NaN|[+-]Inf|[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?)$/;
/** What a sample of a histogram or a summary may be called beside its family. */
const PARTS: Readonly<Record<string, readonly string[]>> = {
  histogram: ['_bucket', '_sum', '_count'],
  summary: ['', '_sum', '_count'],
};

/** @throws Error that names the line, for anything that the format or the conventions for names forbid */
export function readExposition(text: string): ReadonlyMap<string, Family> {
  if (!text.endsWith('\n')) throw new Error('the last line has no end');
  const families = new Map<string, Family & { samples: Sample[] }>();
  let present: (Family & { samples: Sample[] }) | null = null;
  let help: { name: string; text: string } | null = null;
  for (const line of text.split('\n').slice(0, -1)) {
    const wrong = (why: string) => new Error(`${why}: ${JSON.stringify(line.slice(0, 200))}`);
    if (line === '') continue;
    const comment = /^# (HELP|TYPE) (\S+) (.+)$/.exec(line);
    if (comment !== null) {
      const [, kind, name = '', rest = ''] = comment;
      if (!NAME.test(name)) throw wrong('not a name');
      if (families.has(name)) throw wrong('a second time');
      if (kind === 'HELP') help = { name, text: rest };
      else {
        if (help?.name !== name) throw wrong('no help before the type');
        if (!TYPES.includes(rest)) throw wrong('not a type');
        present = { name, type: rest, help: help.text, samples: [] };
        families.set(name, present);
      }
      continue;
    }
    if (line.startsWith('#')) throw wrong('another comment');
    const [, name = '', labels = '', value = ''] = SAMPLE.exec(line) ?? [];
    if (present === null || !namesOf(present).includes(name)) throw wrong('not of the family before it');
    if (!NUMBER.test(value)) throw wrong('not a number');
    present.samples.push({ name, labels: labelsOf(labels, wrong), value: numberOf(value) });
  }
  for (const family of families.values()) check(family);
  return families;
}

function namesOf({ name, type }: Family): string[] {
  return (PARTS[type] ?? ['']).map((part) => name + part);
}

function labelsOf(text: string, wrong: (why: string) => Error): Record<string, string> {
  const labels: Record<string, string> = {};
  for (let rest = text; rest !== '';) {
    const [whole = '', name = '', value = ''] = LABEL.exec(rest) ?? [];
    if (whole === '') throw wrong('not a label');
    if (name in labels) throw wrong('a label twice');
    labels[name] = value;
    rest = rest.slice(whole.length);
  }
  return labels;
}

function numberOf(text: string): number {
  return text.endsWith('Inf') ? Number(text.replace('Inf', 'Infinity')) : Number(text);
}

function check(family: Family): void {
  const { name, type, samples } = family;
  const keys = samples.map((sample) => `${sample.name} ${JSON.stringify(Object.entries(sample.labels).sort())}`);
  const twice = keys.find((key, at) => keys.indexOf(key) !== at);
  if (twice !== undefined) throw new Error(`a sample twice: ${twice}`);
  if (type === 'counter' && !name.endsWith('_total')) throw new Error(`a counter without "_total": ${name}`);
  if (type === 'counter' && samples.some(({ value }) => !(value >= 0))) throw new Error(`a counter below 0: ${name}`);
  if (type === 'histogram') checkHistogram(family);
}

function checkHistogram({ name, samples }: Family): void {
  const series = new Map<string, { buckets: Sample[]; count: number | null }>();
  for (const sample of samples) {
    const { le: _le, ...labels } = sample.labels;
    const key = JSON.stringify(Object.entries(labels).sort());
    const each = series.get(key) ?? { buckets: [], count: null };
    series.set(key, each);
    if (sample.name === `${name}_bucket`) each.buckets.push(sample);
    if (sample.name === `${name}_count`) each.count = sample.value;
  }
  for (const { buckets, count } of series.values()) {
    const bounds = buckets.map(({ labels }) => numberOf(labels.le ?? ''));
    const rising = (numbers: number[]) => numbers.every((each, at) => at === 0 || each >= (numbers[at - 1] ?? 0));
    if (bounds.at(-1) !== Infinity || !rising(bounds)) throw new Error(`buckets out of order: ${name}`);
    if (!rising(buckets.map(({ value }) => value))) throw new Error(`buckets that do not add up: ${name}`);
    if (buckets.at(-1)?.value !== count) throw new Error(`a count of its own: ${name}`);
  }
}
