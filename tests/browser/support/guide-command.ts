// The guide as a separate command, at a terminal without a window.
import { spawn, type ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { guideWordsIn } from '#walk/guide/languages/languages.ts';
import type { GuidedWalk } from '#walk/guide/report.ts';
import { cultures } from '#walk/paths/report.ts';

/** The result of a run of the command. */
export interface Command {
  readonly code: number | null;
  readonly text: string;
  /** The folder of the run's reports. */
  readonly run: string;
}

/** Runs the command with lines at its terminal, or with what `act` does once it prints something. */
export function command(
  parameters: readonly string[],
  lines: readonly string[] | ((child: ChildProcess, text: string) => void),
): Promise<Command> {
  const child = spawn(process.execPath, [
    join(process.cwd(), 'node_modules/tsx/dist/cli.mjs'),
    'walk/commands/walk.ts',
    ...parameters,
  ]);
  let text = '';
  const hear = (part: Buffer): void => {
    text += part.toString();
    if (typeof lines === 'function') lines(child, text);
  };
  child.stdout.on('data', hear);
  child.stderr.on('data', hear);
  if (typeof lines !== 'function') child.stdin.end(lines.map((line) => `${line}\n`).join(''));
  return new Promise((resolve) => child.on('close', (code) => resolve({ code, text, run: runIn(text) })));
}

/** The folder that the command has named at its end, in any language. */
function runIn(text: string): string {
  const named = cultures.map((culture) => guideWordsIn(culture).terminal.reports('(.*)'));
  return (
    new RegExp(named.join('|'))
      .exec(text)
      ?.slice(1)
      .find((folder) => folder !== undefined) ?? ''
  );
}

/** A report as stored in its file. */
export type Report = GuidedWalk & { readonly good: boolean };

/** The report of a walk in the folder of its run. */
export function reportIn(run: string, id = ''): Report {
  return JSON.parse(readFileSync(join(run, id, 'report.json'), 'utf8')) as Report;
}
