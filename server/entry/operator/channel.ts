// The connection from the operator's command to the running server: a socket in the data folder that only its owner can
// open. The embedded database allows one process, so the command cannot open it beside the server.
import { chmodSync, rmSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { createConnection, createServer, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import type { Services } from '#server/domain/services/services.ts';
import { isAnswered } from '#server/platform/db/lock.ts';
import { tooLongForSocket } from '#server/platform/system/files.ts';
import { reasonOf, StartRefused } from '#server/platform/system/one-line-error.ts';
import { clubLine } from './club.ts';
import type { Line } from './command.ts';
import { outcomeOf, type Outcome } from './outcome.ts';

const SOCKET_FILE = 'operator.sock';
const OWNER_ONLY = 0o600;

export interface ChannelOptions {
  readonly dataDir: string;
  readonly onError: (error: unknown) => void;
  readonly log: (line: string) => void;
}

/**
 * Makes sure first that the socket can be made: Node would truncate a long path and create the socket outside the
 * folder.
 *
 * @throws StartRefused if the path of the folder is too long
 */
export function requireSocketPath(dataDir: string): void {
  const tooMany = tooLongForSocket(join(dataDir, SOCKET_FILE));
  if (tooMany > 0)
    throw new StartRefused(
      `the path of the data folder ${dataDir} is ${tooMany} bytes too long for the socket of the operator's command; set DATA_DIR to a shorter one`,
    );
}

/**
 * Listens for the operator's commands; the returned function ends that. Servers on PostgreSQL may share a data folder:
 * the first one keeps the socket; a later one says so and takes no commands, which then go to the first, or directly to
 * the database.
 *
 * @throws StartRefused if the folder or the socket cannot be made
 */
export async function openOperatorChannel(
  services: Services,
  { dataDir, onError, log }: ChannelOptions,
): Promise<() => Promise<void>> {
  requireSocketPath(dataDir);
  await makeFolder(dataDir);
  const path = join(dataDir, SOCKET_FILE);
  if (await isTaken(path)) {
    log(
      `the operator's commands go to another server that runs on ${dataDir}; set another DATA_DIR for this one to take its own`,
    );
    return async () => undefined;
  }
  // Left behind by a process that was killed.
  rmSync(path, { force: true });
  const server = createServer(
    { allowHalfOpen: true },
    (socket) =>
      void answer(services, socket).catch((error: unknown) => {
        onError(error);
        socket.end(JSON.stringify({ code: 1, text: 'the server failed; its log says why' } satisfies Outcome));
      }),
  );
  await listen(server, path);
  return () => new Promise((resolve) => void server.close(() => resolve()));
}

/** @throws StartRefused if that cannot be determined: another server's socket must not be removed */
async function isTaken(path: string): Promise<boolean> {
  try {
    return await isAnswered(path);
  } catch (error) {
    throw new StartRefused(`whether another server answers at ${path} cannot be determined: ${reasonOf(error)}`);
  }
}

async function makeFolder(dataDir: string): Promise<void> {
  try {
    await mkdir(dataDir, { recursive: true, mode: 0o700 });
  } catch (error) {
    throw new StartRefused(
      `the data folder ${dataDir} can't be made: ${reasonOf(error)}; make it, or set DATA_DIR to a folder that this user may write to`,
    );
  }
}

async function listen(server: Server, path: string): Promise<void> {
  const mask = process.umask(0o177);
  try {
    await new Promise<void>((resolve, reject) => server.once('error', reject).listen(path, resolve));
    chmodSync(path, OWNER_ONLY);
  } catch (error) {
    throw new StartRefused(
      `the socket of the operator's command can't be opened: ${reasonOf(error)}; this user needs to write to that folder`,
    );
  } finally {
    process.umask(mask);
  }
}

async function answer(services: Services, socket: Socket): Promise<void> {
  socket.on('error', () => undefined);
  // Written by the command below; only the owner of the folder can reach this.
  const line = JSON.parse(await everything(socket)) as Line;
  socket.end(
    JSON.stringify({ ...(await outcomeOf(services, line)), club: clubLine(services, true) } satisfies Outcome),
  );
}

/** The system's errors if no server answers, or none that accepts commands from this user. */
const NO_SERVER = new Set(['ENOENT', 'ENOTDIR', 'ECONNREFUSED', 'ENOTSOCK', 'EACCES', 'EPERM']);

/**
 * Asks the running server; null if none runs on the data folder.
 *
 * @throws StartRefused if that cannot be determined: a server may be running, and the command must not run beside it
 */
export async function askServer(dataDir: string, line: Line): Promise<Outcome | null> {
  const path = join(dataDir, SOCKET_FILE);
  // No server could listen there.
  if (tooLongForSocket(path) > 0) return null;
  const socket = createConnection({ path, allowHalfOpen: true });
  const failure = await new Promise<NodeJS.ErrnoException | null>((resolve) =>
    socket.once('connect', () => resolve(null)).once('error', resolve),
  );
  if (failure !== null && NO_SERVER.has(failure.code ?? '')) return null;
  if (failure !== null)
    throw new StartRefused(`the server of ${dataDir} can't be asked: ${reasonOf(failure)}; try again`);
  socket.end(JSON.stringify(line));
  return JSON.parse(await everything(socket)) as Outcome;
}

/** Everything the other side sends; iterating over the socket would close it before the answer. */
function everything(socket: Socket): Promise<string> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    socket.on('data', (chunk: Buffer) => chunks.push(chunk));
    socket.once('end', () => resolve(Buffer.concat(chunks).toString('utf8')));
    socket.once('error', reject);
  });
}
