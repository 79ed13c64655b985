/** Reports of a run for other tools: JUnit's XML, and a page to read. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { mayBeWritten } from '#walk/paths/files.ts';
import { escaped } from '#walk/paths/markup.ts';
import { unknown } from '#walk/paths/nearest.ts';
import { counted } from '#walk/paths/words-of.ts';
import { UsageError } from '#walk/paths/usage-error.ts';
import type { LevelReport, Walked } from '#walk/paths/report.ts';

export const reportKinds = ['junit', 'html'] as const;

/** A requested report, such as `junit=walks.xml`. */
export interface ReportFile {
  readonly kind: (typeof reportKinds)[number];
  readonly file: string;
}

/** Additional facts about a walk for a report. */
export interface WalkFacts {
  readonly flow: string;
  readonly title: string;
  /** The command that repeats it. */
  readonly again: string;
}

/** How a report of each kind starts, if this command wrote it. */
const beginnings: Readonly<Record<ReportFile['kind'], string>> = {
  junit: '<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="npm run walk" ',
  html: '<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><meta name="generator" content="npm run walk">',
};

export function parseReports(value: string): readonly ReportFile[] {
  const files = value.split(',').map((part) => {
    const [, name = '', file = ''] = /^\s*([a-z]*)\s*=\s*(.+?)\s*$/i.exec(part) ?? [];
    if (file === '') throw new UsageError(`--report wants a kind and a file, such as junit=walks.xml, not "${part}".`);
    const kind = reportKinds.find((each) => each === name);
    if (kind === undefined) throw unknown('kind of report', name, reportKinds);
    return { kind, file };
  });
  const twice = files.find(
    ({ file }, index) => files.findIndex((other) => resolve(other.file) === resolve(file)) !== index,
  );
  if (twice !== undefined) throw new UsageError(`Two reports can't be one file: ${twice.file}.`);
  return files;
}

/**
 * Throws if a report would overwrite anything other than an earlier report of its kind. Checked before the walks, which
 * take time.
 */
export function expectOwnFiles(files: readonly ReportFile[]): void {
  for (const { kind, file } of files) {
    const isOwn = mayBeWritten(file, (beginning) => beginning.startsWith(beginnings[kind]));
    if (!isOwn)
      throw new UsageError(
        `${file} is there and is no ${kind} report of this command, so it is left as it is. Choose another name.`,
      );
  }
}

/** Makes place for the requested reports: their folders are there, and earlier reports are not. */
export function makePlace(files: readonly ReportFile[]): void {
  expectOwnFiles(files);
  for (const { file } of files) {
    try {
      mkdirSync(dirname(file), { recursive: true });
      rmSync(file, { force: true });
    } catch (error) {
      throw new UsageError(`The report can't be written to ${file}: ${(error as Error).message}`);
    }
  }
}

/** Writes the requested reports. */
export function writeReports(
  files: readonly ReportFile[],
  reports: readonly LevelReport[],
  say: (level: LevelReport, walked: Walked) => WalkFacts,
): void {
  expectOwnFiles(files);
  for (const { kind, file } of files) {
    try {
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, kind === 'junit' ? junit(reports, say) : page(reports, say));
    } catch (error) {
      throw new UsageError(`The report can't be written to ${file}: ${(error as Error).message}`);
    }
  }
}

type Say = (level: LevelReport, walked: Walked) => WalkFacts;

/** Paths and cells of a level. */
function all({ walked, cells = [] }: LevelReport): readonly Walked[] {
  return [...walked, ...cells];
}

/** In the format of Jenkins and others: a suite for each level, a class for each flow. */
export function junit(reports: readonly LevelReport[], say: Say): string {
  const total = reports.flatMap(all);
  const suites = reports.map((report) => {
    const cases = all(report).map((walked) => {
      const { flow, title, again } = say(report, walked);
      const failure =
        walked.failure === null
          ? ''
          : `\n      <failure message="${attribute(walked.failure.message)}">${escaped(`${walked.failure.message}\n${again}`)}</failure>\n    `;
      return `    <testcase classname="${attribute(`${report.level}.${flow}`)}" name="${attribute(title === '' ? walked.id : `${walked.id}: ${title}`)}" time="${walked.seconds.toFixed(3)}">${failure}</testcase>`;
    });
    return `  <testsuite name="${report.level}" tests="${cases.length}" failures="${failed(all(report))}" errors="0" skipped="0" time="${report.seconds.toFixed(3)}">\n${cases.join('\n')}\n  </testsuite>`;
  });
  return `${beginnings.junit}tests="${total.length}" failures="${failed(total)}" errors="0">\n${suites.join('\n')}\n</testsuites>\n`;
}

/** In an attribute, a line break would be read as a space. */
function attribute(text: string): string {
  return escaped(text).replaceAll('\r', '&#13;').replaceAll('\n', '&#10;').replaceAll('\t', '&#9;');
}

function failed(walked: readonly Walked[]): number {
  return walked.filter(({ failure }) => failure !== null).length;
}

const style = `:root{color-scheme:light dark}body{font:16px/1.5 system-ui,sans-serif;max-width:70rem;margin:2rem auto;padding:0 1rem;overflow-wrap:anywhere}
table{border-collapse:collapse;width:100%}th,td{text-align:left;padding:.25rem .75rem .25rem 0;border-top:1px solid #8884;vertical-align:top}
td:nth-child(n+3){overflow-wrap:normal}td:last-child{text-align:right;white-space:nowrap}code,pre{font-size:.875em;white-space:pre-wrap}.failed{color:#c5221f}@media(prefers-color-scheme:dark){.failed{color:#ff8a80}}`;

/** A page: what failed first, then everything. */
export function page(reports: readonly LevelReport[], say: Say): string {
  const sections = reports.map((report) => {
    const rows = [...all(report)]
      .sort((one, other) => Number(one.failure === null) - Number(other.failure === null))
      .map((walked) => row(report, walked, say));
    return `<h2>${report.level}: ${counted(all(report).length, 'walk')}, ${failed(all(report))} failed, ${report.seconds.toFixed(1)} s</h2>\n<table><tr><th>Walk</th><th>What it is</th><th>Steps</th><th>Time</th></tr>\n${rows.join('\n')}\n</table>`;
  });
  return `${beginnings.html}<meta name="viewport" content="width=device-width, initial-scale=1"><title>Walks</title><style>${style}</style></head>\n<body><h1>Walks</h1>\n${sections.join('\n')}\n</body></html>\n`;
}

function row(report: LevelReport, walked: Walked, say: Say): string {
  const { id, steps, seconds, failure } = walked;
  const { title, again } = say(report, walked);
  const told = failure === null ? '' : `<p class="failed">${escaped(failure.message)}</p><pre>${escaped(again)}</pre>`;
  return `<tr><td${failure === null ? '' : ' class="failed"'}>${failure === null ? '✓' : '✗'} ${escaped(id)}</td><td>${escaped(title)}${told}</td><td>${steps}</td><td>${seconds.toFixed(2)} s</td></tr>`;
}
