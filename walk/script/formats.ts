import { inWords } from '#machines/graph/words.ts';
import type { Expected, Script, ScriptStep } from './script.ts';

export const formats = ['md', 'csv', 'json', 'gherkin'] as const;
export type Format = (typeof formats)[number];

/** Scripts as text, to read, print or import into another tool. */
export function formatted(scripts: readonly Script[], format: Format): string {
  if (format === 'json') return JSON.stringify(scripts.length === 1 ? scripts[0] : scripts, null, 2);
  if (format === 'csv') return csv(scripts);
  return format === 'md' ? scripts.map(markdown).join('\n\n') : features(scripts);
}

/** Sentences are in English; what the screen shows is in the requested language. */
function languageNote({ culture }: Script): string {
  return culture === 'en-US'
    ? 'Language of the app: en-US.'
    : `Language of the app: ${culture}; the sentences of this script are English, what stands in quotes is as the screen says it.`;
}

const besides = {
  app: 'It can be walked with the app alone.',
  network: 'It takes cutting the connection (developer tools, Network, "Offline").',
  operator: 'It takes an operator who changes the club meanwhile (npm run operator -- help).',
  tools: 'It takes developer tools; npm run walk -- guide does that part by itself.',
} as const;

function markdown(script: Script): string {
  const { id, title, purpose, given, need, steps, undo } = script;
  const lines = steps.flatMap((step) => [
    `${step.number}. ${step.data.length === 0 ? '' : 'Fill in the form. '}${step.action}`,
    ...step.prepare.map((sentence) => `   Before it: ${sentence}`),
    ...step.data.map(({ field, value, isPassword }) => `   - ${field}: ${isPassword === true ? `"${value}"` : value}`),
    `   Expect: ${expectation(step.expected)}`,
    ...step.undo.map((sentence) => `   After it: ${sentence}`),
  ]);
  const start = given.map((sentence) => `- ${sentence}`).join('\n');
  const end = undo.length === 0 ? '' : `\n\nAt the end:\n${undo.map((sentence) => `- ${sentence}`).join('\n')}`;
  return `# ${id}: ${title}\n\n${purpose} ${languageNote(script)} ${besides[need]}\n\nBefore you begin:\n${start}\n\n${lines.join('\n')}${end}`;
}

/** What must be visible, in one sentence, with the chart's name of the state. */
export function expectation(expected: Expected): string {
  return expected.ended === null ? `${seenInWords(expected)} (${expected.state}).` : `${seenInWords(expected)}.`;
}

/** What is visible, without a period. */
export function seenInWords({ state, route, title, message, waits, ended }: Expected): string {
  if (ended !== null) return `the flow is over (${inWords(ended)}): the app goes on to another page`;
  return [
    title === null ? `the state ${inWords(state)}` : `the screen "${title}"`,
    ...(route === null || route === '*' ? [] : [`at ${route}`]),
    ...(waits ? ['waiting, with nothing to press'] : []),
    ...(message === null ? [] : [`with the message "${message}"`]),
  ].join(' ');
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
  const purposes = [...new Set(scripts.map(({ purpose }) => purpose))];
  const name = purposes.length === 1 ? (purposes[0] ?? '') : 'Paths through the flows of Perch';
  return [`# language: en`, `Feature: ${name}`, ...scripts.map(scenario)].join('\n\n');
}

/** Gherkin steps: preconditions are Given, acts are When, expectations are Then. */
function scenario(script: Script): string {
  const { id, title, given, steps, undo } = script;
  const begin = [...given, languageNote(script)].map((sentence, index) =>
    step(index === 0 ? 'Given' : 'And', sentence),
  );
  const acts = steps.flatMap((act) => [
    ...act.prepare.map((sentence, index) => step(index === 0 ? 'Given' : 'And', sentence)),
    step('When', `${act.data.length === 0 ? '' : 'the form is filled in as follows, then: '}${act.action}`),
    ...table(act.data),
    step('Then', expectation(act.expected)),
    ...act.undo.map((sentence, index) => step(index === 0 ? 'When' : 'And', `afterwards: ${sentence}`)),
  ]);
  const end = undo.map((sentence, index) => step(index === 0 ? 'When' : 'And', `at the end: ${sentence}`));
  return [`  @${id}`, `  Scenario: ${id}: ${title}`, ...begin, ...acts, ...end].join('\n');
}

function step(keyword: string, sentence: string): string {
  return `    ${keyword} ${sentence.replaceAll(/\s+/g, ' ').trim()}`;
}

function table(data: ScriptStep['data']): readonly string[] {
  if (data.length === 0) return [];
  return [['field', 'value'], ...data.map(({ field, value }) => [field, value])].map(
    (cells) => `      | ${cells.map(tableCell).join(' | ')} |`,
  );
}

/** Gherkin's escapes in a table. */
function tableCell(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll('|', '\\|').replaceAll('\n', '\\n');
}
