import type { Culture } from '#walk/paths/report.ts';
import { wordsIn } from './languages/languages.ts';
import type { Gherkin, Seen, Words } from './languages/words.ts';
import type { Expected, Script, ScriptStep } from './script.ts';

export const formats = ['md', 'csv', 'json', 'gherkin'] as const;
export type Format = (typeof formats)[number];

/** Scripts as text, to read, print or import into another tool. */
export function formatted(scripts: readonly Script[], format: Format): string {
  if (format === 'json') return JSON.stringify(scripts.length === 1 ? scripts[0] : scripts, null, 2);
  if (format === 'csv') return csv(scripts);
  return format === 'md' ? scripts.map(markdown).join('\n\n') : features(scripts);
}

function markdown(script: Script): string {
  const { id, title, purpose, given, need, steps, undo, culture } = script;
  const words = wordsIn(culture);
  const { fillIn, beforeIt, expect, afterIt, atTheEnd, beforeYouBegin, gap, colon, quoted } = words.page;
  const lines = steps.flatMap((step) => [
    `${step.number}. ${step.data.length === 0 ? '' : fillIn}${step.action}`,
    ...step.prepare.map((sentence) => `   ${beforeIt}${colon}${sentence}`),
    ...step.data.map(
      ({ field, value, isPassword }) => `   - ${field}${colon}${isPassword === true ? quoted(value) : value}`,
    ),
    `   ${expect}${colon}${expectation(step.expected, words)}`,
    ...step.undo.map((sentence) => `   ${afterIt}${colon}${sentence}`),
  ]);
  const start = given.map((sentence) => `- ${sentence}`).join('\n');
  const end =
    undo.length === 0 ? '' : `\n\n${atTheEnd}${colon.trimEnd()}\n${undo.map((sentence) => `- ${sentence}`).join('\n')}`;
  const about = [purpose, words.languageNote(culture), words.needs[need]].join(gap);
  return `# ${id}: ${title}\n\n${about}\n\n${beforeYouBegin}${colon.trimEnd()}\n${start}\n\n${lines.join('\n')}${end}`;
}

/** What must be visible, in one sentence, with the chart's name of the state. */
export function expectation(expected: Expected, { seen }: Words): string {
  return seen.sentence(partsOf(expected, seen), expected.ended === null ? expected.state : null);
}

/** The same as a sentence without the chart's name. */
export function seenInSentence(expected: Expected, culture: Culture): string {
  const { seen } = wordsIn(culture);
  return seen.sentence(partsOf(expected, seen), null);
}

/** What is visible, in English and without a period. */
export function seenInWords(expected: Expected, culture: Culture): string {
  const { seen, page } = wordsIn(culture);
  return partsOf(expected, seen).join(page.gap);
}

function partsOf({ state, route, title, message, waits, ended }: Expected, seen: Seen): readonly string[] {
  const at = route === null || route === '*' ? [] : [seen.at(route)];
  if (ended !== null)
    return [seen.over(ended, title === null ? (route ?? '') : seen.screen(title)), ...(title === null ? [] : at)];
  return [
    title === null ? seen.state(state) : seen.screen(title),
    ...at,
    ...(waits ? [seen.waiting] : []),
    ...(message === null ? [] : [seen.message(message)]),
  ];
}

function csv(scripts: readonly Script[]): string {
  const columns = [
    'path',
    'number',
    'step',
    'prepare',
    'action',
    'data',
    'title',
    'message',
    'waits',
    'ended',
    'route',
    'screen',
    'state',
    'undo',
    'path title',
    'needs',
  ];
  const row = ({ id, title, need }: Script, step: ScriptStep): readonly (string | null)[] => [
    id,
    String(step.number),
    step.step,
    step.prepare.join(' '),
    step.action,
    step.data.map(({ field, value }) => `${field}: ${value}`).join('; '),
    step.expected.title,
    step.expected.message,
    step.expected.waits ? 'yes' : 'no',
    step.expected.ended,
    step.expected.route,
    step.expected.screen,
    step.expected.state,
    step.undo.join(' '),
    title,
    need,
  ];
  const rows = scripts.flatMap((script) => script.steps.map((step) => row(script, step)));
  return [columns, ...rows].map((cells) => cells.map(cell).join(',')).join('\r\n');
}

/** RFC 4180; a leading character that a spreadsheet would read as a formula is escaped. */
function cell(value: string | null): string {
  const text = value ?? '';
  const safe = /^[=+\-@]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/**
 * One feature per flow: a file with several features is invalid. Scripts of several flows form a feature of their own.
 */
function features(scripts: readonly Script[]): string {
  const { language, feature, several } = wordsIn(scripts[0]?.culture ?? 'en-US').gherkin;
  const purposes = [...new Set(scripts.map(({ purpose }) => purpose))];
  const name = purposes.length === 1 ? (purposes[0] ?? '') : several;
  return [`# language: ${language}`, `${feature}: ${name}`, ...scripts.map(scenario)].join('\n\n');
}

type Keyword = 'given' | 'when' | 'then' | 'and';

/** Gherkin steps: preconditions are Given, acts are When, expectations are Then. */
function scenario({ id, title, given, steps, undo, culture }: Script): string {
  const words = wordsIn(culture);
  const { gherkin } = words;
  const line = (keyword: Keyword, sentence: string) =>
    `    ${gherkin[keyword]}${gherkin.gap}${sentence.replaceAll(/\s+/g, ' ').trim()}`;
  const step = (keyword: Keyword, sentence: string) => line(keyword, gherkin.step(sentence));
  const begin = [...given, words.languageNote(culture)].map((sentence, index) =>
    step(index === 0 ? 'given' : 'and', sentence),
  );
  const acts = steps.flatMap((act) => [
    ...act.prepare.map((sentence, index) => step(index === 0 ? 'given' : 'and', sentence)),
    act.data.length === 0 ? step('when', act.action) : line('when', gherkin.filledIn(act.action)),
    ...table(act.data, gherkin),
    step('then', expectation(act.expected, words)),
    ...act.undo.map((sentence, index) => line(index === 0 ? 'when' : 'and', gherkin.afterwards(sentence))),
  ]);
  const end = undo.map((sentence, index) => line(index === 0 ? 'when' : 'and', gherkin.atTheEnd(sentence)));
  return [`  @${id}`, `  ${gherkin.scenario}: ${id}: ${title}`, ...begin, ...acts, ...end].join('\n');
}

function table(data: ScriptStep['data'], { field: name, value: content }: Gherkin): readonly string[] {
  if (data.length === 0) return [];
  return [[name, content], ...data.map(({ field, value }) => [field, value])].map(
    (cells) => `      | ${cells.map(tableCell).join(' | ')} |`,
  );
}

/** Gherkin's escapes in a table. */
function tableCell(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll('|', '\\|').replaceAll('\n', '\\n');
}
