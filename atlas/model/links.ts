/** URLs of everything that can be linked; in the hash, so that they work on `file:` pages. */

/** The place that the reader views. */
export type Place =
  | { readonly view: 'overview' }
  | { readonly view: 'questions'; readonly asked: Readonly<Record<string, string>> }
  | { readonly view: 'chart'; readonly chart: string; readonly focus: Focus };

/** What is in focus on a chart's page. */
export type Focus =
  | { readonly on: 'diagram' }
  | { readonly on: 'state'; readonly state: string }
  | { readonly on: 'transition'; readonly transition: string }
  | { readonly on: 'path'; readonly path: string; readonly step: number }
  | { readonly on: 'matrix'; readonly matrix: string; readonly cell: string | null }
  | { readonly on: 'compare'; readonly from: string; readonly to: string }
  | { readonly on: 'storyboard' };

const joined = (...parts: readonly string[]): string => `#/${parts.map(encodeURIComponent).join('/')}`;

export const links = {
  overview: (): string => '#/',
  questions: (asked: Readonly<Record<string, string>> = {}): string =>
    `#/questions?${new URLSearchParams(asked).toString()}`,
  chart: (chart: string): string => joined(chart),
  state: (chart: string, state: string): string => joined(chart, 'state', state),
  transition: (chart: string, transition: string): string => joined(chart, 'transition', transition),
  storyboard: (chart: string): string => joined(chart, 'storyboard'),
  path: (chart: string, path: string, step: number): string => joined(chart, 'path', path, String(step)),
  matrix: (chart: string, matrix: string, cell: string | null = null): string =>
    joined(chart, 'matrix', matrix, ...(cell === null ? [] : [cell])),
  compare: (chart: string, from = '', to = ''): string => joined(chart, 'compare', from, to),
} as const;

/** The fields whose texts are in the address: find in all charts, and in one. */
export type FindField = 'find' | 'inside';
const FIND_FIELDS: readonly FindField[] = ['find', 'inside'];

function splitAt(hash: string): readonly [address: string, query: URLSearchParams] {
  const [address = '', query = ''] = hash.split('?');
  return [address, new URLSearchParams(query)];
}

function joinedAgain(address: string, query: URLSearchParams): string {
  return query.size === 0 ? address : `${address === '' ? '#/' : address}?${query.toString()}`;
}

/** What a URL says was typed into a field; null if it says nothing of it. */
export function typedIn(hash: string, field: FindField): string | null {
  return splitAt(hash)[1].get(field);
}

/** The same place, with what was typed into a field. */
export function withTyped(hash: string, field: FindField, typed: string): string {
  const [address, query] = splitAt(hash);
  if (typed === '') query.delete(field);
  else query.set(field, typed);
  return joinedAgain(address, query);
}

/** The same place, whatever was typed. */
export function withoutTyped(hash: string): string {
  const [address, query] = splitAt(hash);
  for (const field of FIND_FIELDS) query.delete(field);
  return joinedAgain(address, query);
}

/** The place that a URL names; the overview if it names none. */
export function placeOf(hash: string): Place {
  const [address = '', query = ''] = hash.replace(/^#\/?/, '').split('?');
  const [chart = '', on = '', ...rest] = address.split('/').map(decoded);
  if (chart === '') return { view: 'overview' };
  if (chart === 'questions') return { view: 'questions', asked: Object.fromEntries(new URLSearchParams(query)) };
  return { view: 'chart', chart, focus: focusOf(on, rest) };
}

function focusOf(on: string, [first = '', second = '']: readonly string[]): Focus {
  switch (on) {
    case 'state':
      return { on, state: first };
    case 'transition':
      return { on, transition: first };
    case 'path':
      return { on, path: first, step: Number.parseInt(second, 10) || 0 };
    case 'matrix':
      return { on, matrix: first, cell: second === '' ? null : second };
    case 'compare':
      return { on, from: first, to: second };
    case 'storyboard':
      return { on };
    default:
      return { on: 'diagram' };
  }
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
