import type { Expected, Script, ScriptStep } from './script.ts';

export const formats = ['md', 'csv', 'json', 'gherkin'] as const;
export type Format = (typeof formats)[number];

/** Scripts as text, to be read, printed or taken over by another tool. */
export function formatted(scripts: readonly Script[], format: Format): string {
  if (format === 'json') return JSON.stringify(scripts.length === 1 ? scripts[0] : scripts, null, 2);
  if (format === 'csv') return csv(scripts);
  return scripts.map(format === 'md' ? markdown : gherkin).join('\n\n');
}

function markdown({ id, purpose, culture, steps }: Script): string {
  const lines = steps.flatMap((step) => [
    `${step.number}. ${step.data.length === 0 ? '' : 'Fill in the form. '}${step.action}`,
    ...step.prepare.map((sentence) => `   Before it: ${sentence}`),
    ...step.data.map(({ field, value }) => `   - ${field}: ${value}`),
    `   Expect: ${expectation(step.expected)}`,
  ]);
  return `# ${id}\n\n${purpose} Language: ${culture}.\n\n${lines.join('\n')}`;
}

/** What must be seen, in one sentence. */
export function expectation({ state, route, title, message, waits, ended }: Expected): string {
  if (ended !== null) return `the flow is over (${ended}): the app goes on to another page.`;
  const parts = [
    title === null ? `state ${state}` : `the screen "${title}"`,
    ...(route === null || route === '*' ? [] : [`at ${route}`]),
    ...(waits ? ['waiting, with nothing to press'] : []),
    ...(message === null ? [] : [`with the message "${message}"`]),
  ];
  return `${parts.join(' ')} (${state}).`;
}

function csv(scripts: readonly Script[]): string {
  const columns = ['path', 'number', 'step', 'prepare', 'action', 'data', 'title', 'message', 'waits', 'ended', 'route', 'screen', 'state'];
  const row = (id: string, step: ScriptStep): readonly (string | null)[] => [
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
  ];
  const rows = scripts.flatMap(({ id, steps }) => steps.map((step) => row(id, step)));
  return [columns, ...rows].map((cells) => cells.map(cell).join(',')).join('\r\n');
}

/** RFC 4180; a leading sign that a spreadsheet would take for a formula is made harmless. */
function cell(value: string | null): string {
  const text = value ?? '';
  const safe = /^[=+\-@]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

function gherkin({ id, purpose, steps }: Script): string {
  const lines = steps.flatMap((step, index) => [
    ...step.prepare.map((sentence) => `    ${index === 0 ? 'Given' : 'And'} ${sentence}`),
    `    ${index === 0 ? (step.prepare.length > 0 ? 'And' : 'Given') : 'When'} ${step.action}`,
    ...(step.data.length === 0 ? [] : step.data.map(({ field, value }) => `      | ${field} | ${value} |`)),
    `    Then ${expectation(step.expected)}`,
  ]);
  return `Feature: ${purpose}\n\n  Scenario: ${id}\n${lines.join('\n')}`;
}
