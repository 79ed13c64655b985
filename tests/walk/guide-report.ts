/** The report of a guided walk: what was done, what had to be seen, and what the tester said of it, with a picture of each act. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { escaped } from './markup.ts';
import type { Culture } from './report.ts';

export const verdicts = ['pass', 'fail', 'skip'] as const;
export type Verdict = (typeof verdicts)[number];

/** An act of a guided walk with what became of it. */
export interface GuidedAct {
  readonly number: number;
  readonly action: string;
  readonly data: readonly { readonly field: string; readonly value: string }[];
  /** What the guide brought about besides. */
  readonly arranged: readonly string[];
  readonly expected: string;
  /** What the guide's own look at the screen found to be different; null where all was as promised. */
  readonly found: string | null;
  /** Null where the tester left before saying anything. */
  readonly verdict: Verdict | null;
  readonly remarks: readonly string[];
  /** File of the picture beside the report. */
  readonly picture: string | null;
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
  /** How many acts the path has; those that were not reached are not in the list. */
  readonly length: number;
  readonly acts: readonly GuidedAct[];
  /** What the guide found when all was over: in the console and in the database. */
  readonly afterwards: string | null;
}

/** Whether the tester passed every act, the guide found nothing, and the walk came to its end. */
export function isGood({ acts, length, afterwards }: GuidedWalk): boolean {
  return acts.length === length && afterwards === null && acts.every(({ verdict, found }) => found === null && verdict === 'pass');
}

/** Writes `report.json` and `report.html` into a folder. */
export function writeReport(folder: string, walk: GuidedWalk): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'report.json'), `${JSON.stringify({ ...walk, good: isGood(walk) }, null, 2)}\n`);
  writeFileSync(join(folder, 'report.html'), page(walk));
}

/** A guided walk in one sentence. */
export function guidedSentence({ id, acts, length, afterwards }: GuidedWalk): string {
  const count = (wanted: Verdict): number => acts.filter(({ verdict }) => verdict === wanted).length;
  const found = acts.filter((act) => act.found !== null).length + (afterwards === null ? 0 : 1);
  const reached = acts.length < length ? `, ${length - acts.length} of ${length} acts not reached` : '';
  return `${id}: ${count('pass')} passed, ${count('fail')} failed, ${count('skip')} skipped, ${found} found by the guide${reached}`;
}

const style = `:root{color-scheme:light dark}body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem}
article{display:grid;grid-template-columns:minmax(0,1fr) 12rem;gap:1.5rem;border-top:1px solid #8886;padding:1.25rem 0}
h2{font-size:1.05rem;margin:0 0 .5rem}dl{margin:.5rem 0}dt{font-weight:600}dd{margin:0 0 .5rem}img{width:100%;border:1px solid #8886}
.pass{color:#0a7d38}.fail{color:#c5221f}.skip,.none{color:#777}@media(prefers-color-scheme:dark){.pass{color:#5bd68a}.fail{color:#ff8a80}}
table{border-collapse:collapse}td{padding:.1rem 1rem .1rem 0;vertical-align:top}@media(max-width:36rem){article{grid-template-columns:1fr}}`;

function page(walk: GuidedWalk): string {
  const { id, title, purpose, culture, began, ended, member, acts, afterwards } = walk;
  const facts = [
    ['Flow', purpose],
    ['Language', culture],
    ['Began, ended', `${began}, ${ended}`],
    ...(member === null ? [] : [['Member', member]]),
    ...(afterwards === null ? [] : [['At the end', afterwards]]),
  ] as const;
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${escaped(id)}: guided walk</title><style>${style}</style></head>
<body><h1>${escaped(id)}: ${escaped(title)}</h1>
<p class="${isGood(walk) ? 'pass' : 'fail'}"><strong>${escaped(guidedSentence(walk))}</strong></p>
<table>${facts.map(([name = '', value = '']) => `<tr><td>${escaped(name)}</td><td>${escaped(value)}</td></tr>`).join('')}</table>
${acts.map(article).join('\n')}
</body></html>
`;
}

function article({ number, action, data, arranged, expected, found, verdict, remarks, picture }: GuidedAct): string {
  const part = (name: string, value: string): string => `<dt>${name}</dt><dd>${value}</dd>`;
  const typed = data.length === 0 ? '' : part('Data', `<table>${data.map(({ field, value }) => `<tr><td>${escaped(field)}</td><td><code>${escaped(value)}</code></td></tr>`).join('')}</table>`);
  return `<article><div><h2>${number}. ${escaped(action)}</h2><dl>${typed}${arranged.map((each) => part('The guide', escaped(each))).join('')}${part('Expected', escaped(expected))}${
    found === null ? '' : part('Found by the guide', `<span class="fail">${escaped(found)}</span>`)
  }${part('Verdict', `<strong class="${verdict ?? 'none'}">${verdict ?? 'none given'}</strong>`)}${remarks.map((each) => part('Remark', escaped(each))).join('')}</dl></div>
<div>${picture === null ? '' : `<a href="${escaped(picture)}"><img src="${escaped(picture)}" alt="The screen after act ${number}"></a>`}</div></article>`;
}
