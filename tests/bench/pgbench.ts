// pgbench, the reference of everything that is measured on PostgreSQL: on the same server, in the same run.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** The least part of the reference's own mix that transfers over HTTP are to reach (decision 0101). */
export const TRANSFER_BUDGET = 0.35;

/** Transactions per second of pgbench with prepared statements. */
export interface Reference {
  /** Its own mix, TPC-B-like: three updates, a read and an insert in one transaction. */
  readonly mixed: number;
  /** One read by its key. */
  readonly selectOnly: number;
}

export interface Pgbench {
  run(options: { clients: number; seconds: number; more?: readonly string[] }): number;
  reference(options: { clients: number; seconds: number }): Reference;
}

/**
 * pgbench on a database, with its tables.
 *
 * @param from the folder of PostgreSQL's programs, as the provided server names it
 * @throws Error if it is not installed
 */
export function pgbenchOn(url: string, from: string): Pgbench {
  const own = join(from, 'pgbench');
  const program = existsSync(own) ? own : 'pgbench';
  const start = (...parameters: string[]) => {
    const { status, stdout, stderr } = spawnSync(program, [...parameters, url], { encoding: 'utf8', input: '' });
    if (status !== 0) throw new Error(`pgbench failed: ${stderr || 'is it installed?'}`);
    return Number(/tps = ([\d.]+)/.exec(stdout)?.[1]);
  };
  start('--initialize', '--scale=10', '--quiet');
  const run: Pgbench['run'] = ({ clients, seconds, more = [] }) =>
    start(
      `--client=${clients}`,
      `--jobs=${Math.min(2, clients)}`,
      `--time=${seconds}`,
      '--protocol=prepared',
      '--no-vacuum',
      ...more,
    );
  return {
    run,
    reference: (options) => ({ mixed: run(options), selectOnly: run({ ...options, more: ['--select-only'] }) }),
  };
}
