// Clients that call a server over HTTP for some seconds, how soon they were answered, and what that cost each side.
import { randomUUID } from 'node:crypto';
import { Agent, request } from 'node:http';
import { cpuOf } from './process-tree.ts';

const MS_PER_SECOND = 1000;

export type Answer = Record<string, unknown>;

export interface Caller {
  call(method: 'GET' | 'POST', path: string, options?: { body?: unknown; token?: string | undefined }): Promise<Answer>;
  close(): void;
}

/**
 * Calls one server over connections that stay open. An answer other than 200 is an error: a benchmark of refusals would
 * be fast.
 */
export function callerOf(port: number): Caller {
  const agent = new Agent({ keepAlive: true });
  return {
    call: (method, path, { body, token } = {}) =>
      new Promise((resolve, reject) => {
        const payload = body === undefined ? undefined : JSON.stringify(body);
        const headers: Record<string, string> = {
          ...(method === 'POST' ? { 'idempotency-key': randomUUID() } : {}),
          ...(payload === undefined
            ? {}
            : { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(payload)) }),
          ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        };
        const sent = request({ agent, port, host: '127.0.0.1', method, path: `/api${path}`, headers }, (response) => {
          const chunks: Buffer[] = [];
          response.on('data', (chunk: Buffer) => void chunks.push(chunk));
          response.on('error', reject);
          response.on('end', () => {
            const text = Buffer.concat(chunks).toString();
            if (response.statusCode === 200) resolve(JSON.parse(text) as Answer);
            else reject(new Error(`${method} ${path} was answered by ${response.statusCode}: ${text}`));
          });
        });
        sent.on('error', reject);
        sent.end(payload);
      }),
    close: () => agent.destroy(),
  };
}

export interface Load {
  /** Acts per second. */
  readonly rate: number;
  readonly acts: number;
  /** Milliseconds from the begin of an act to its end. */
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
  /** Milliseconds of a core for one act, of each group of processes. */
  readonly cpu: readonly number[];
}

/**
 * Runs an act in several loops at once.
 *
 * @param groups the processes whose time is counted, group by group, listed at both ends
 */
export async function load(
  { clients, seconds, groups }: { clients: number; seconds: number; groups: readonly (() => readonly number[])[] },
  act: (client: number) => Promise<unknown>,
): Promise<Load> {
  const everyone = Array.from({ length: clients }, (_, client) => client);
  await Promise.all(everyone.map(act));
  const before = groups.map((group) => cpuOf(group()));
  const began = performance.now();
  const end = began + seconds * MS_PER_SECOND;
  const times: number[] = [];
  await Promise.all(
    everyone.map(async (client) => {
      while (performance.now() < end) {
        const asked = performance.now();
        await act(client);
        times.push(performance.now() - asked);
      }
    }),
  );
  const took = (performance.now() - began) / MS_PER_SECOND;
  times.sort((one, other) => one - other);
  const part = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? NaN;
  return {
    rate: times.length / took,
    acts: times.length,
    p50: part(0.5),
    p95: part(0.95),
    p99: part(0.99),
    cpu: groups.map((group, index) => ((cpuOf(group()) - (before[index] ?? 0)) * MS_PER_SECOND) / times.length),
  };
}
