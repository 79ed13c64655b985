// The way from the operator's command to the running server: a socket in the data folder that its owner alone can open. The
// embedded database has one process, so the command can't open it beside the server.
import { chmodSync, rmSync } from 'node:fs';
import { createConnection, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import type { Services } from '#server/services.ts';
import { outcomeOf, type Outcome } from './outcome.ts';

const SOCKET_FILE = 'operator.sock';
const OWNER_ONLY = 0o600;

interface Line {
  args: string[];
  operator: string;
  folder?: string;
}

/** Listens for the operator's commands; the returned function ends that. */
export async function openOperatorChannel(services: Services, options: { dataDir: string; onError: (error: unknown) => void }): Promise<() => Promise<void>> {
  const path = join(options.dataDir, SOCKET_FILE);
  // Left behind by a process that was killed: the folder's lock is ours, so nobody listens there.
  rmSync(path, { force: true });
  const server = createServer({ allowHalfOpen: true }, (socket) => void answer(services, socket).catch((error: unknown) => {
    options.onError(error);
    socket.end(JSON.stringify({ code: 1, text: 'the server could not do it; its log says why' } satisfies Outcome));
  }));
  const mask = process.umask(0o177);
  try {
    await new Promise<void>((resolve, reject) => server.once('error', reject).listen(path, resolve));
  } finally {
    process.umask(mask);
  }
  chmodSync(path, OWNER_ONLY);
  return () => new Promise((resolve) => void server.close(() => resolve()));
}

async function answer(services: Services, socket: Socket): Promise<void> {
  socket.on('error', () => undefined);
  // Written by the command below; only the owner of the folder can reach this.
  const line = JSON.parse(await everything(socket)) as Line;
  socket.end(JSON.stringify(await outcomeOf(services, line)));
}

/** Asks the running server; null where none runs on the data folder. */
export async function askServer(dataDir: string, line: Line): Promise<Outcome | null> {
  const socket = createConnection({ path: join(dataDir, SOCKET_FILE), allowHalfOpen: true });
  const connected = await new Promise<boolean>((resolve) => socket.once('connect', () => resolve(true)).once('error', () => resolve(false)));
  if (!connected) return null;
  socket.end(JSON.stringify(line));
  return JSON.parse(await everything(socket)) as Outcome;
}

/** All that the other side says; iterating over the socket would close it before the answer. */
function everything(socket: Socket): Promise<string> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    socket.on('data', (chunk: Buffer) => chunks.push(chunk));
    socket.once('end', () => resolve(Buffer.concat(chunks).toString('utf8')));
    socket.once('error', reject);
  });
}
