import { spawn, type ChildProcess } from 'node:child_process';
import { cleanEnvironment } from '#tests/provision/environment.ts';

/** Real processes: what some tests are about can't be seen from inside one process. */

/** As many lines as tell why a process ended. */
const LAST_LINES = 20;

/**
 * For a process that opens an embedded database and ends soon: its engine is compiled once, quickly, and not a second
 * time for speed, which takes a second and a half of a core.
 */
export const COMPILED_ONCE: readonly string[] = ['--liftoff-only'];

const children = new Set<ChildProcess>();

export interface Process {
  readonly child: ChildProcess;
  readonly lines: string[];
  /** Everything written to the error output. */
  errors(): string;
  /** Resolves once a line of the output contains `text`; rejects if the process ends before. */
  line(text: string): Promise<string>;
  /** The same of the error output. */
  errorLine(text: string): Promise<string>;
  /** The exit code, or the signal that ended it. */
  readonly ended: Promise<number | string>;
}

/** @param before what runs Node, such as `['unshare', '-n']` for a network of its own, like a container's */
export function start(parameters: string[], env: Record<string, string> = {}, before: string[] = []): Process {
  const [program = process.execPath, ...rest] = [...before, process.execPath, ...parameters];
  return startProgram(program, rest, env);
}

/** Any program, which ends with the test. */
export function startProgram(program: string, parameters: string[], env: Record<string, string> = {}): Process {
  const child = spawn(program, parameters, { env: { ...cleanEnvironment(), ...env }, stdio: ['pipe', 'pipe', 'pipe'] });
  children.add(child);
  return observe(child);
}

function observe(child: ChildProcess): Process {
  const lines: string[] = [];
  const waiting = new Set<() => void>();
  let rest = '';
  let errors = '';
  child.stdout?.on('data', (chunk: Buffer) => {
    const parts = (rest + chunk.toString()).split('\n');
    rest = parts.pop() ?? '';
    lines.push(...parts);
    for (const look of waiting) look();
  });
  child.stderr?.on('data', (chunk: Buffer) => {
    errors += chunk.toString();
    for (const look of waiting) look();
  });
  const ended = new Promise<number | string>((resolve) => {
    child.once('close', (code, signal) => {
      children.delete(child);
      resolve(code ?? signal ?? 'unknown');
    });
  });
  const lineOf = (text: string, read: () => readonly string[]) =>
    new Promise<string>((resolve, reject) => {
      const look = () => {
        const found = read().find((each) => each.includes(text));
        if (found !== undefined) resolve(found);
      };
      waiting.add(look);
      look();
      void ended.then((how) => {
        const said = [...lines.slice(-LAST_LINES), errors.trim()].join('\n');
        reject(new Error(`ended with ${how} before it said "${text}":\n${said}`));
      });
    });
  const line = (text: string) => lineOf(text, () => lines);
  const errorLine = (text: string) => lineOf(text, () => errors.split('\n'));
  return { child, lines, errors: () => errors, line, errorLine, ended };
}

/** Kills every process that was started here and still runs, and waits for their ends. */
export async function endProcesses(): Promise<void> {
  await Promise.all(
    [...children].map((child) => {
      const closed = new Promise((resolve) => child.once('close', resolve));
      child.kill('SIGKILL');
      return closed;
    }),
  );
}
