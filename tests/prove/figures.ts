// Figures of runs as Markdown, for docs/reliability.md.
import type { RunLine, Summary } from './results.ts';

const SECONDS_PER_MINUTE = 60;
const P95 = 0.95;

const whole = new Intl.NumberFormat('en-US');

/** A table of the experiments, then the figures of each, then what was found. */
export function tableOf(run: RunLine, summaries: readonly Summary[]): string {
  const form = run.hours === null ? 'short form' : `${run.hours} hours`;
  const rows = summaries.map(({ name, turns, seconds, highestLoad, noticed, failures }) => {
    const cells = [
      `\`${name}\``,
      whole.format(turns),
      lengthOf(seconds),
      highestLoad.toFixed(1),
      whole.format(noticed.length),
      failures.length === 0 ? 'nothing' : whole.format(failures.length),
    ];
    return `| ${cells.join(' | ')} |`;
  });
  const figures = summaries.map((each) => `- \`${each.name}\`: ${figuresOf(each) || 'none'}`);
  const found = summaries.flatMap(({ name, failures }) => failures.map((failure) => `- \`${name}\`: ${failure}`));
  return [
    `Revision ${run.revision}, seed ${run.seed}, ${form}, ${run.machine}`,
    '',
    '| experiment | turns | time | highest load | planted faults noticed | found |',
    '|---|---|---|---|---|---|',
    ...rows,
    '',
    ...figures,
    ...(found.length === 0 ? [] : ['', 'Found:', '', ...found]),
  ].join('\n');
}

function figuresOf({ counts, times }: Summary): string {
  const counted = Object.entries(counts).map(([figure, count]) => `${figure}: ${whole.format(count)}`);
  const taken = Object.entries(times).map(([figure, all]) => `${figure}, ${timesOf(all)}`);
  return [...counted, ...taken].join('; ');
}

function timesOf(all: readonly number[]): string {
  const sorted = [...all].sort((a, b) => a - b);
  const within = (part: number) => {
    const milliseconds = sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0;
    return `within ${whole.format(milliseconds)} ms`;
  };
  const parts = `half ${within(0.5)}, 95% ${within(P95)}, all ${within(1)}`;
  return all.length === 1 ? `once: ${within(1)}` : `${whole.format(all.length)} times: ${parts}`;
}

function lengthOf(seconds: number): string {
  return seconds < 2 * SECONDS_PER_MINUTE
    ? `${Math.round(seconds)} s`
    : `${whole.format(Math.round(seconds / SECONDS_PER_MINUTE))} min`;
}
