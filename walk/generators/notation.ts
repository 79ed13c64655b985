/**
 * GraphWalker's notation for how a walk proceeds and when it ends: `random(edge_coverage(100) and length(50))`,
 * `quick_random(reached_vertex(signedIn))`, `shortest`.
 */
import { unknown } from '#walk/paths/nearest.ts';
import { UsageError } from '#walk/paths/usage-error.ts';

export const generatorNames = ['random', 'quick_random', 'shortest'] as const;
export type GeneratorName = (typeof generatorNames)[number];

const counted = [
  'edge_coverage',
  'vertex_coverage',
  'requirement_coverage',
  'length',
  'time',
  'time_duration',
] as const;
const named = ['reached_vertex', 'reached_edge'] as const;
const conditionNames: readonly string[] = [...counted, ...named, 'never'];

/** When a walk ends. */
export type Stop =
  | { readonly kind: 'edge_coverage' | 'vertex_coverage' | 'requirement_coverage'; readonly percent: number }
  | { readonly kind: 'length'; readonly steps: number }
  | { readonly kind: 'time'; readonly seconds: number }
  | { readonly kind: 'reached_vertex' | 'reached_edge'; readonly name: string }
  | { readonly kind: 'never' }
  | { readonly kind: 'and' | 'or'; readonly left: Stop; readonly right: Stop };

/** How a walk proceeds, and until when. */
export interface WalkGenerator {
  readonly name: GeneratorName;
  readonly stop: Stop;
}

const everything: Stop = { kind: 'edge_coverage', percent: 100 };

/**
 * The generator for one of several equal parts of a run: a time limit is for the whole run, so each part gets its
 * share.
 */
export function sharedTime({ name, stop }: WalkGenerator, parts: number): WalkGenerator {
  const share = (one: Stop): Stop => {
    if (one.kind === 'and' || one.kind === 'or') return { ...one, left: share(one.left), right: share(one.right) };
    return one.kind === 'time' ? { ...one, seconds: one.seconds / Math.max(parts, 1) } : one;
  };
  return { name, stop: share(stop) };
}

/** Reads a generator; without a stop condition it continues until every edge is covered. */
export function parseGenerator(text: string): WalkGenerator {
  expectBrackets(text);
  const [, name = '', , inner] = /^\s*([a-z_]+)\s*(\(([\s\S]*)\))?\s*$/.exec(text) ?? [];
  if (name === '') throw new UsageError(`"${text}" is no generator. Write for example random(edge_coverage(100)).`);
  const known = generatorNames.find((each) => each === name);
  if (known === undefined) throw unknown('generator', name, generatorNames);
  return { name: known, stop: inner === undefined || inner.trim() === '' ? everything : parseStop(inner) };
}

/** Reads a stop condition. `and` binds tighter than `or`; parentheses group. */
export function parseStop(text: string): Stop {
  expectBrackets(text);
  const tokens = tokensOf(text);
  const stop = either(tokens, text);
  const [rest] = tokens;
  if (rest !== undefined) throw new UsageError(`In "${text}" the part from "${rest}" on is not understood.`);
  return stop;
}

/** Reports a missing parenthesis before any other error inside. */
function expectBrackets(text: string): void {
  let open = 0;
  for (const sign of text) {
    if (sign === '(') open += 1;
    if (sign === ')') open -= 1;
    if (open < 0) throw new UsageError(`"${text}" has a closing bracket too many.`);
  }
  if (open > 0) throw new UsageError(`"${text}" lacks a closing bracket. Did you mean "${text}${')'.repeat(open)}"?`);
}

/** Words, parentheses, and everything inside the parentheses of a condition, since names of transitions have spaces. */
function tokensOf(text: string): string[] {
  const tokens: string[] = [];
  let rest = text.trim();
  while (rest !== '') {
    const [, condition] = /^([a-z_]+\s*\(([^()]|\([^()]*\))*\))/i.exec(rest) ?? [];
    const [token = ''] =
      condition !== undefined && !/^(and|or)\s*\(/i.test(condition)
        ? [condition]
        : (/^(\(|\)|&&|\|\||[^\s()]+)/.exec(rest) ?? []);
    if (token === '') throw new UsageError(`"${rest}" is not understood.`);
    tokens.push(token);
    rest = rest.slice(token.length).trim();
  }
  return tokens;
}

function either(tokens: string[], text: string): Stop {
  let left = both(tokens, text);
  while (/^(or|\|\|)$/i.test(tokens[0] ?? '')) {
    tokens.shift();
    left = { kind: 'or', left, right: both(tokens, text) };
  }
  return left;
}

function both(tokens: string[], text: string): Stop {
  let left = one(tokens, text);
  while (/^(and|&&)$/i.test(tokens[0] ?? '')) {
    tokens.shift();
    left = { kind: 'and', left, right: one(tokens, text) };
  }
  return left;
}

function one(tokens: string[], text: string): Stop {
  const token = tokens.shift();
  if (token === undefined)
    throw new UsageError(`"${text}" ends where a stop condition should follow, such as edge_coverage(100).`);
  if (token === '(') {
    const inner = either(tokens, text);
    if (tokens.shift() !== ')') throw new UsageError(`"${text}" lacks a closing bracket.`);
    return inner;
  }
  return condition(token);
}

function condition(token: string): Stop {
  const [, name = token, , argument = ''] = /^([a-z_]+)\s*(\(([\s\S]*)\))?$/i.exec(token) ?? [];
  if (!conditionNames.includes(name)) throw unknown('stop condition', name, conditionNames);
  const value = argument.trim();
  if (name === 'never') return { kind: 'never' };
  if (name === 'reached_vertex' || name === 'reached_edge') {
    if (value === '')
      throw new UsageError(
        `${name} wants a name, such as ${name === 'reached_vertex' ? 'reached_vertex(signedIn)' : 'reached_edge(SUBMIT_FORM)'}.`,
      );
    return { kind: name, name: value };
  }
  if (name === 'time' || name === 'time_duration') return { kind: 'time', seconds: secondsOf(value) };
  const number = Number(value);
  if (value === '' || !Number.isFinite(number) || number <= 0)
    throw new UsageError(`${name} wants a number above 0, not "${value}".`);
  if (name === 'length') return { kind: 'length', steps: number };
  if (number > 100) throw new UsageError(`${name} wants a percentage up to 100, not ${value}.`);
  return { kind: name as 'edge_coverage', percent: number };
}

function secondsOf(value: string): number {
  const [, amount = '', unit = 's'] = /^(\d+(?:\.\d+)?)\s*(s|m|h)?$/.exec(value) ?? [];
  if (amount === '') throw new UsageError(`time wants a duration such as 60s, 5m or 1h, not "${value}".`);
  return Number(amount) * { s: 1, m: 60, h: 3600 }[unit as 's' | 'm' | 'h'];
}
