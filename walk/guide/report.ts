/**
 * The report of a guided walk: what was done, what had to be visible, and the tester's verdicts, with pictures of each
 * act.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { escaped } from '#walk/paths/markup.ts';
import type { Culture } from '#walk/paths/report.ts';
import { UsageError } from '#walk/paths/usage-error.ts';
import { endingIn, guideWordsIn } from './languages/languages.ts';
import type { GuideWords } from './languages/words.ts';
import type { ActMail } from './mails.ts';

export const verdicts = ['pass', 'fail', 'skip'] as const;
export type TesterVerdict = (typeof verdicts)[number];

/** What goes into a field. */
export interface Datum {
  /** The field's name in the form, and its label. */
  readonly name: string;
  readonly field: string;
  /** What the guide said; for a code, the one that was used. */
  readonly value: string;
  /** What was typed instead; absent if it was what the guide said, null if it is the tester's own secret. */
  readonly typed?: string | null;
  readonly isPassword?: boolean;
}

/** An act of a guided walk with its result. */
export interface GuidedAct {
  /** The number that the script gives to it. */
  readonly number: number;
  /** The first of the acts that were done in one go; the same number if it was only this one. */
  readonly from: number;
  readonly action: string;
  readonly data: readonly Datum[];
  /** What the guide additionally brought about. */
  readonly arranged: readonly string[];
  readonly expected: string;
  /** The state that the act leads to, by its name in the chart. */
  readonly state: string;
  /** Who performed it in the window; the app, if it did by itself what was to be done. */
  readonly by: 'tester' | 'guide' | 'app';
  /** The tester's slips before the act was performed correctly. They are not findings. */
  readonly slips: readonly string[];
  /** Whether the app got to where the act leads; otherwise the tester left earlier, or left the path. */
  readonly isDone: boolean;
  /** What the guide's own check of the screen found; null if everything was as promised. */
  readonly found: string | null;
  /** The same in the chart's terms; null if nothing was found. */
  readonly details: string | null;
  /** Null if the tester left before a verdict. */
  readonly verdict: TesterVerdict | null;
  readonly remarks: readonly string[];
  /** Files of the pictures next to the report: after the act, and at a remark or a failure. */
  readonly pictures: readonly string[];
  /** The mails that came with it; their files are next to the report. */
  readonly mails: readonly ActMail[];
}

export interface GuidedWalk {
  readonly id: string;
  readonly title: string;
  readonly purpose: string;
  readonly culture: Culture;
  /** When it began and ended, RFC 3339. */
  readonly began: string;
  readonly ended: string;
  readonly member: string | null;
  /** What was walked and in which browser, and the command that repeats it automatically. */
  readonly revision: string;
  readonly browser: string;
  readonly window: string;
  readonly again: string;
  /** How many acts the path has; the list has only those that were reached. */
  readonly length: number;
  readonly acts: readonly GuidedAct[];
  /** Why the walk ended early; null if it didn't. */
  readonly ending: string | null;
  /** True if the tester quit where the path was left; absent otherwise. */
  readonly hasQuit?: boolean;
  /** What the guide found at the end, in the console and in the database. */
  readonly afterwards: string | null;
}

/** Whether the tester passed every act, the guide found nothing, and the walk reached its end. */
export function isGood({ acts, length, afterwards, ending }: GuidedWalk): boolean {
  return (
    acts.at(-1)?.number === length &&
    ending === null &&
    afterwards === null &&
    acts.every(({ verdict, found }) => found === null && verdict === 'pass')
  );
}

/**
 * Whether all attempts at a path count as good: the last one is, and none that was begun again had found a fault
 * before.
 */
export function isGoodInAll(attempts: readonly GuidedWalk[]): boolean {
  const last = attempts.at(-1);
  return last !== undefined && isGood(last) && !attempts.some(hasFault);
}

/** Whether the tester failed an act, or the guide found something. */
function hasFault({ acts, afterwards }: GuidedWalk): boolean {
  return afterwards !== null || acts.some(({ verdict, found }) => found !== null || verdict === 'fail');
}

/** Names the folders of attempts: after the path, with a number from the second on, and never as another path's. */
export function attemptFolders(ids: readonly string[]): (id: string, attempt: number) => string {
  const taken = new Set(ids);
  return (id, attempt) => {
    if (attempt === 1) return id;
    let number = attempt;
    while (taken.has(`${id}-${number}`)) number += 1;
    taken.add(`${id}-${number}`);
    return `${id}-${number}`;
  };
}

/**
 * Makes a new folder for a run, named after its time: nothing is overwritten, and two runs that begin in the same
 * second have one each. Throws a `UsageError` where none can be made.
 */
export function runFolder(into: string, now: Date): string {
  const name = now
    .toISOString()
    .replace(/\.\d+Z$/, '')
    .replaceAll(':', '-');
  try {
    mkdirSync(into, { recursive: true });
    for (let count = 1; ; count += 1) {
      const folder = join(into, count === 1 ? name : `${name}-${count}`);
      if (isMade(folder)) return folder;
    }
  } catch (error) {
    throw new UsageError(`No report can be written into ${into}: ${(error as Error).message}`);
  }
}

/** Makes a folder; false if there is something of this name. */
function isMade(folder: string): boolean {
  try {
    mkdirSync(folder);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

/** Removes the folder of a run if no path was begun in it; returns whether there is a report. */
export function isKept(run: string): boolean {
  if (!existsSync(run)) return false;
  if (readdirSync(run).length > 0) return true;
  rmdirSync(run);
  return false;
}

/**
 * Writes `report.json` and `report.html` into a folder. The page embeds its pictures, so that it can be passed on
 * alone.
 */
export function writeReport(folder: string, walk: GuidedWalk): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'report.json'), `${JSON.stringify({ ...walk, good: isGood(walk) }, null, 2)}\n`);
  writeFileSync(
    join(folder, 'report.html'),
    page(walk, (file) => pictureIn(folder, file)),
  );
}

/**
 * A guided walk in one sentence. Each act of the path is in exactly one of its counts; the guide's findings are counted
 * in addition.
 */
export function guidedSentence({ id, culture, acts, length, afterwards }: GuidedWalk): string {
  const count = (wanted: TesterVerdict): number => acts.filter(({ verdict }) => verdict === wanted).length;
  const without = (isDone: boolean): number =>
    acts.filter((act) => act.verdict === null && act.isDone === isDone).length;
  const reached = acts.at(-1)?.number ?? 0;
  return guideWordsIn(culture).report.sentence(id, {
    pass: count('pass'),
    fail: count('fail'),
    skip: count('skip'),
    unjudged: without(true),
    undone: without(false),
    missed: reached < length ? { count: length - reached, of: length } : null,
    found: acts.filter((act) => act.found !== null).length + (afterwards === null ? 0 : 1),
  });
}

/** A picture next to the report as a data URL; the file's name if it is missing. */
function pictureIn(folder: string, file: string): string {
  const path = join(folder, file);
  return existsSync(path) ? `data:image/png;base64,${readFileSync(path).toString('base64')}` : file;
}

/** A time in the local time zone of the report's author, with the exact one for programs. */
function timeOf(moment: string, culture: Culture): string {
  const text = new Intl.DateTimeFormat(culture === 'en-US' ? 'en-GB' : culture, {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    timeZoneName: 'short',
  }).format(new Date(moment));
  return `<time datetime="${escaped(moment)}">${escaped(text)}</time>`;
}

const style = `:root{color-scheme:light dark}body{font:16px/1.5 system-ui,sans-serif;max-width:75rem;margin:2rem auto;padding:0 1rem;overflow-wrap:anywhere}
article{display:grid;grid-template-columns:minmax(0,1fr) minmax(0,22.5rem);gap:2rem;border-top:1px solid #8886;padding:1.25rem 0}
h2{font-size:1.05rem;margin:0 0 .5rem}dl{margin:.5rem 0}dt{font-weight:600}dd{margin:0 0 .5rem}figure{margin:0 0 1rem}img{display:block;width:360px;max-width:100%;border:1px solid #8886}
.pass{color:#0a7d38}.fail{color:#c5221f}.skip,.none{color:#777}@media(prefers-color-scheme:dark){.pass{color:#5bd68a}.fail{color:#ff8a80}}
table{border-collapse:collapse}td{padding:.1rem 1rem .1rem 0;vertical-align:top}td:first-child{min-width:5.5rem;overflow-wrap:normal}summary{cursor:pointer;min-height:1.5rem}
@media(max-width:48rem){article{grid-template-columns:minmax(0,1fr)}}`;

function page(walk: GuidedWalk, picture: (file: string) => string): string {
  const {
    id,
    title,
    purpose,
    culture,
    began,
    ended,
    member,
    revision,
    browser,
    window,
    again,
    acts,
    ending,
    afterwards,
  } = walk;
  const words = guideWordsIn(culture).report;
  const { facts: names } = words;
  const facts = [
    [names.began, timeOf(began, culture)],
    [names.ended, timeOf(ended, culture)],
    [names.flow, escaped(purpose)],
    [names.language, culture],
    ...(member === null ? [] : [[names.member, escaped(member)] as const]),
    [names.revision, escaped(revision)],
    [names.browser, escaped(words.window(browser, window))],
    [names.again, escaped(again)],
    ...(ending === null ? [] : [[names.early, escaped(endingIn(culture, ending))] as const]),
    ...(afterwards === null ? [] : [[names.end, inEnglish(afterwards)] as const]),
  ] as const;
  return `<!doctype html>
<html lang="${culture}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${escaped(words.title(id))}</title><style>${style}</style></head>
<body><h1>${escaped(id)}: ${escaped(title)}</h1>
<p class="${isGood(walk) ? 'pass' : 'fail'}"><strong>${escaped(guidedSentence(walk))}</strong></p>
<table>${facts.map(([name, value]) => `<tr><td>${escaped(name)}</td><td>${value}</td></tr>`).join('')}</table>
${acts.map((act) => article(act, words, picture)).join('\n')}
</body></html>
`;
}

/** What a console or a database says is in English, whatever the language of the walk. */
function inEnglish(text: string): string {
  return `<span lang="en">${escaped(text)}</span>`;
}

type ReportWords = GuideWords['report'];

function article(act: GuidedAct, words: ReportWords, picture: (file: string) => string): string {
  const { number, from, action, data, arranged, expected, state, found, details, slips, remarks, pictures, mails } =
    act;
  const { parts: names } = words;
  const part = (name: string, value: string): string => `<dt>${name}</dt><dd>${value}</dd>`;
  const verdict = `<strong class="${act.verdict ?? 'none'}">${words.verdicts[act.verdict ?? 'none']}</strong>`;
  const parts = [
    ...(data.length === 0
      ? []
      : [part(names.data, `<table>${data.map((datum) => row(datum, words)).join('')}</table>`)]),
    ...arranged.map((each) => part(names.guide, escaped(each))),
    part(names.expected, `${escaped(expected)} <small>${names.inChart}<code>${escaped(state)}</code></small>`),
    ...slips.map((each) => part(names.otherwise, escaped(each))),
    ...(found === null
      ? []
      : [
          part(
            names.found,
            `<span class="fail">${escaped(found)}</span>${details === null ? '' : `<details><summary>${names.details}</summary><code>${escaped(details)}</code></details>`}`,
          ),
        ]),
    part(names.verdict, words.by[act.by](verdict)),
    ...remarks.map((each) => part(names.remark, escaped(each))),
    ...mails.map(({ to, subject, start, file }) =>
      part(names.mail, `<strong>${escaped(subject)}</strong><br>${escaped(start)} …<br>${escaped(`${to}, ${file}`)}`),
    ),
  ];
  const shown = pictures.map(
    (file) =>
      `<figure><img src="${escaped(picture(file))}" alt="${escaped(words.picture(number))}"><figcaption>${escaped(file)}</figcaption></figure>`,
  );
  return `<article><div><h2>${from === number ? number : `${from}–${number}`}. ${escaped(action)}</h2><dl>${parts.join('')}</dl></div>\n<div>${shown.join('')}</div></article>`;
}

function row({ field, value, typed }: Datum, words: ReportWords): string {
  const told = `<code>${escaped(value)}</code>`;
  if (typed === undefined) return `<tr><td>${escaped(field)}</td><td>${told}</td></tr>`;
  const instead = typed === null ? words.unkept : `<code>${escaped(typed)}</code>`;
  return `<tr><td>${escaped(field)}</td><td>${words.typed(told, instead)}</td></tr>`;
}
