import { describe, expect, it } from 'vitest';
import { ACTOR_WORDS, OUTCOME_WORDS } from '#machines/graph/words.ts';
import { run } from '#walk/commands/command.ts';
import { flows, graphOf, pathsOf, titleOfPath } from '#walk/paths/flows.ts';
import { formatted } from '#walk/script/formats.ts';
import { ENGLISH_WAYS } from '#walk/script/languages/en-US.ways.ts';
import { TERMS } from '#tests/locales/terms.ts';
import { scriptOf, type Script } from '#walk/script/script.ts';
import type { Culture } from '#walk/paths/report.ts';

/** Scripts for testers are whole sentences in the language that was asked for. */

/** What is the same in every language: commands, calls, addresses, the chart's names in brackets, and samples. */
const SAME_EVERYWHERE = /npm (?:start|run [\w -]+)|(?:GET|POST|PUT|PATCH|DELETE) \S+|\/[\w?=&…/*:{}-]+|［[^］]*］/g;
/** Rules about words; the others are about punctuation and spelling in the app's catalogue. */
const WORDS = /[a-z]{3}/i;
/** Two Latin words in a row are a piece of an English sentence. */
const ENGLISH = /[A-Za-z]{2,} [a-z]{2,}/;

const englishIn = (text: string): boolean => ENGLISH.test(text.replaceAll(SAME_EVERYWHERE, '·'));

const scriptsIn = (culture: Culture): readonly Script[] =>
  flows.flatMap((cases) =>
    pathsOf(cases).map((path) => scriptOf(graphOf(cases), path, culture, titleOfPath(cases, path.id))),
  );

/** A note and an inquiry. */
const WRITTEN_BY_MEMBERS = ['Thanks for dinner', 'When will it be paid out?'];

/** Everything that a script says itself; what is typed into fields is the sample's. */
const sentencesOf = ({ title, purpose, given, steps, undo }: Script): readonly string[] => [
  title,
  purpose,
  ...given,
  ...undo,
  ...steps.flatMap((step) => [step.action, ...step.prepare, ...step.undo]),
];

describe('a script in English', () => {
  /** Names of flows and labels are quoted, addresses and commands as they are. */
  const asTold = (text: string) => text.replaceAll(SAME_EVERYWHERE, '·').replaceAll(/"[^"]*"|`[^`]*`|\([^)]*\)/g, '·');
  const oldWords = (text: string) =>
    TERMS['en-US'].filter(({ not }) => WORDS.test(not.source) && not.test(asTold(text)));

  it('uses the words of the app, on any path', () => {
    const told = scriptsIn('en-US').flatMap(({ purpose, given, steps, undo }) => [
      purpose,
      ...given,
      ...undo,
      ...steps.flatMap((step) => [step.action, ...step.prepare, ...step.undo]),
    ]);
    const names = [...Object.values(OUTCOME_WORDS), ...Object.values(ACTOR_WORDS)];
    const found = [...told, ...names, ...Object.values(ENGLISH_WAYS)].filter((text) => oldWords(text).length > 0);
    expect([...new Set(found)]).toEqual([]);
  });

  it.each(['Thaw the account.', 'Bind an app.', 'Read the mail.'])('would be found with another: %s', (text) => {
    expect(oldWords(text)).toHaveLength(1);
  });
});

describe.each(['ja-JP', 'zh-CN'] as const)('a script in %s', (culture) => {
  const scripts = scriptsIn(culture);

  it('has no English sentence, on any path', () => {
    expect(scripts.length).toBeGreaterThan(100);
    const left = scripts.flatMap((script) => sentencesOf(script).filter(englishIn));
    expect([...new Set(left)]).toEqual([]);
  });

  it('says in it where to find what is different each time; only what members write is English', () => {
    const values = scripts.flatMap(({ steps }) => steps.flatMap(({ data }) => data.map(({ value }) => value)));
    expect([...new Set(values.filter(englishIn))].toSorted()).toEqual(WRITTEN_BY_MEMBERS);
  });

  it('has none in the list of paths, of any flow', async () => {
    const lines: string[] = [];
    for (const { machine } of flows) await run([machine.id, '--lang', culture], (text) => lines.push(text));
    const listed = lines.join('\n').split('\n');
    expect(listed).toHaveLength(scripts.length);
    expect(listed.filter((line) => englishIn(line) || / acts?\)/.test(line))).toEqual([]);
    for (const { id, title } of scripts) expect(listed.join('\n')).toContain(`${id}：${title}（`);
  });

  it('has none in its layout either', () => {
    const [script] = scripts;
    if (script === undefined) throw new Error('There is no script.');
    const bare = { ...script, steps: script.steps.map((step) => ({ ...step, data: [] })) };
    for (const format of ['md', 'gherkin'] as const)
      expect(
        formatted([bare], format)
          .split('\n')
          .filter((line) => englishIn(line) && !line.startsWith('# language')),
      ).toEqual([]);
  });

  it('names its language and its keywords for Gherkin', () => {
    const text = formatted(scripts.slice(0, 1), 'gherkin');
    const [language, feature, scenario] = culture === 'ja-JP' ? ['ja', '機能', 'シナリオ'] : ['zh-CN', '功能', '场景'];
    expect(text).toContain(`# language: ${language}\n\n${feature}: `);
    expect(text).toContain(`  ${scenario}: `);
    expect(text).not.toMatch(/^ *(Feature|Scenario|Given|When|Then|And)\b/m);
  });
});

it.each(['Cut the connection only after the request has reached the server.', '「Press it」を押します。'])(
  'an English sentence would be found: %s',
  (planted) => {
    expect(englishIn(planted)).toBe(true);
  },
);

it.each([
  'POST /account/freeze を待ちます。',
  '运营人员（npm run operator -- help）。',
  '画面「確認」［asking.fresh］。',
])('is no English sentence: %s', (text) => {
  expect(englishIn(text)).toBe(false);
});
