/** `npm run bench -- walker` runs tests/bench/walker.bench.ts; without a name, all benchmarks run in turn. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { columns } from '#walk/paths/columns.ts';
import {
  areKept,
  compared,
  KEPT,
  merged,
  missing,
  readKept,
  readRows,
  TOLERANCE,
  type KeptRow,
} from './kept-figures.ts';
import { isKept, ratioOf, RESULTS, type Row } from './report.ts';
import { PAGE, pageOf, said } from './scaling-page.ts';

const HELP = `npm run bench                               measures everything
npm run bench -- seats ledger               these benchmarks alone
npm run bench -- compare ${KEPT} seats
                                            measures again and holds the ratios against a file of figures; without names,
                                            the benchmarks that it has. Fails if a ratio is worse by more than the
                                            tolerance (--tolerance 1.25; ${TOLERANCE} if not said), a budget that was kept is broken,
                                            or a figure is missing
npm run bench -- compare ${KEPT} --last     the same for the last run, without measuring again
npm run bench -- keep                       puts the figures of the last run into ${KEPT} and ${PAGE}
npm run bench -- keep --before              the same as those from before the work on them
npm run bench -- page                       writes the tables of ${PAGE} from ${KEPT}`;

const LAST = 'node_modules/.cache/bench/last.jsonl';
const folder = fileURLToPath(new URL('.', import.meta.url));
const known = readdirSync(folder).flatMap((file) => /^(.+)\.bench\.(ts|mjs)$/.exec(file)?.[1] ?? []);

/**
 * Runs benchmarks in turn; their figures become those of the last run.
 *
 * @returns whether all could measure: whether budgets are kept, the figures tell
 */
function measure(names: readonly string[]): boolean {
  mkdirSync(dirname(LAST), { recursive: true });
  writeFileSync(LAST, '');
  const codes = names.map((name) => {
    const file = readdirSync(folder).find((each) => each === `${name}.bench.ts` || each === `${name}.bench.mjs`) ?? '';
    console.log(`=== ${name}`);
    const env = { ...process.env, [RESULTS]: `${process.cwd()}/${LAST}` };
    return spawnSync(process.execPath, [...process.execArgv, `${folder}${file}`], { stdio: 'inherit', env }).status;
  });
  return codes.every((code) => code === 0);
}

const lastRows = (): Row[] => (existsSync(LAST) ? readRows(LAST) : []);

const nameOf = ({ bench, work, size }: Row | KeptRow): string =>
  `${bench}: ${work}${size === undefined ? '' : `; ${size.count} ${size.of}`}`;

/** Prints all figures of a run in one table. */
function print(rows: readonly Row[]): void {
  if (rows.length === 0) return;
  const lines = rows.map((row) => {
    const { unit, measured, budget, ratioBudget } = row;
    const ratio = ratioOf(measured);
    const kept = isKept(row, measured);
    return [
      nameOf(row),
      said(measured.value, unit),
      ratio === null ? '' : `${ratio.toPrecision(3)} × ${measured.reference?.name ?? ''}`,
      [
        ...(budget === undefined ? [] : [said(budget, unit)]),
        ...(ratioBudget === undefined ? [] : [`${ratioBudget} ×`]),
      ].join(', '),
      kept === null ? '' : kept ? 'kept' : 'BROKEN',
    ];
  });
  console.log(`\n${columns([['', 'measured', 'ratio in the same run', 'budget', ''], ...lines])}`);
}

/** @returns whether nothing is worse, broken or missing */
function compare(file: string, rows: readonly Row[], names: readonly string[], tolerance: number): boolean {
  const kept = readKept(file);
  const verdicts = compared(kept, rows, tolerance);
  const left = missing(kept, rows, names);
  console.log(
    `\n${columns([
      [`against ${file}, tolerance ${tolerance} ×`, 'kept', 'now', 'times worse', ''],
      ...verdicts.map(({ row, kept: old, worse, verdict }) => {
        const then = old?.after ?? old?.before ?? null;
        const shown = (value: number, ratio: number | null) =>
          `${said(value, row.unit)}${ratio === null ? '' : `, ${ratio.toPrecision(3)} ×`}`;
        return [
          nameOf(row),
          then === null ? '' : shown(then.value, ratioOf(then)),
          shown(row.measured.value, ratioOf(row.measured)),
          worse === null ? '' : worse.toFixed(2),
          verdict,
        ];
      }),
      ...left.map((row) => [nameOf(row), '', '', '', 'NOT MEASURED']),
    ])}`,
  );
  const bad = verdicts.filter(({ verdict }) => verdict === 'WORSE' || verdict === 'BUDGET BROKEN');
  const isNothing = verdicts.every(({ kept: old }) => old === null);
  console.log(
    isNothing
      ? `Nothing was measured that ${file} has, at the size that it has it.`
      : `${verdicts.length} figures: ${bad.length} worse or over their budget, ${left.length} not measured.`,
  );
  return bad.length === 0 && left.length === 0 && !isNothing;
}

function writePage(kept: readonly KeptRow[]): void {
  writeFileSync(PAGE, pageOf(readFileSync(PAGE, 'utf8'), kept));
}

function keep(moment: 'before' | 'after'): boolean {
  const rows = lastRows();
  if (rows.length === 0) console.error(`There are no figures of a run in ${LAST}.`);
  const kept = merged(existsSync(KEPT) ? readKept(KEPT) : [], rows, moment);
  writeFileSync(KEPT, `[\n${kept.map((row) => JSON.stringify(row)).join(',\n')}\n]\n`);
  writePage(kept);
  console.log(`${rows.length} figures are in ${KEPT} and ${PAGE}.`);
  return rows.length > 0;
}

/** Names that no benchmark has are said, and nothing is measured. */
function areKnown(names: readonly string[]): boolean {
  const unknown = names.filter((name) => !known.includes(name));
  if (unknown.length > 0)
    console.error(`There is no benchmark ${unknown.join(' or ')}; there are ${known.join(', ')}.`);
  return unknown.length === 0;
}

function runCompare([file = '', ...words]: readonly string[]): number {
  const at = words.indexOf('--tolerance');
  const tolerance = at < 0 ? TOLERANCE : Number(words[at + 1]);
  const names = words.filter((word, place) => !word.startsWith('--') && (at < 0 || place !== at + 1));
  if (!existsSync(file) || !(tolerance >= 1)) {
    console.error(HELP);
    return 2;
  }
  const benches = names.length > 0 ? names : [...new Set(readKept(file).map(({ bench }) => bench))];
  if (!areKnown(benches)) return 2;
  const isWell = words.includes('--last') || measure(benches);
  const rows = lastRows().filter(({ bench }) => benches.includes(bench));
  return [compare(file, rows, benches, tolerance), isWell].every(Boolean) ? 0 : 1;
}

function run([word, ...words]: readonly string[]): number {
  if (word === '--help') {
    console.log(HELP);
    return 0;
  }
  if (word === 'compare') return runCompare(words);
  if (word === 'keep') return keep(words.includes('--before') ? 'before' : 'after') ? 0 : 1;
  if (word === 'page') {
    writePage(readKept(KEPT));
    return 0;
  }
  const names = word === undefined ? known : [word, ...words];
  if (!areKnown(names)) return 2;
  const isWell = measure(names);
  const rows = lastRows();
  print(rows);
  return isWell && areKept(rows) ? 0 : 1;
}

process.exitCode = run(process.argv.slice(2));
