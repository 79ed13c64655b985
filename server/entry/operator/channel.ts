// The connection from the operator's command to the running server: a socket in the data folder that only its owner can
// open. The embedded database allows one process, so the command cannot open it beside the server.
import { randomBytes } from 'node:crypto';
import { chmodSync, renameSync, rmSync, statSync } from 'node:fs';
import { createConnection, createServer, type Server, type Socket } from 'node:net';
import { dirname, join } from 'node:path';
import type { Services } from '#server/domain/services/services.ts';
import { isAnswered } from '#server/platform/db/lock.ts';
import { makeDataFolder } from '#server/platform/system/data-folder.ts';
import { tooLongForSocket } from '#server/platform/system/files.ts';
import { reasonOf, StartRefused } from '#server/platform/system/one-line-error.ts';
import { clubLine } from './club.ts';
import type { Line } from './command.ts';
import { outcomeOf, type Outcome } from './outcome.ts';

const SOCKET_FILE = 'operator.sock';
const OWNER_ONLY = 0o600;
/** How long a command may take to arrive. It is written at once, and an open connection delays a stop. */
const ARRIVAL_MS = 10_000;
/** How often a server checks whether the socket is its own, or free. */
const LOOK_MS = 2_000;

export interface ChannelOptions {
  readonly dataDir: string;
  readonly onError: (error: unknown) => void;
  readonly log: (line: string) => void;
  readonly lookMs?: number;
  readonly arrivalMs?: number;
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
 * one of them has the socket, and another one takes it when that one stops. None removes a socket that is answered.
 *
 * @throws StartRefused if the folder or the socket cannot be made
 */
export async function openOperatorChannel(
  services: Services,
  { dataDir, onError, log, lookMs = LOOK_MS, arrivalMs = ARRIVAL_MS }: ChannelOptions,
): Promise<() => Promise<void>> {
  requireSocketPath(dataDir);
  await makeDataFolder(dataDir);
  const path = join(dataDir, SOCKET_FILE);
  const onSocket = (socket: Socket) =>
    void answer(services, socket, arrivalMs).catch((error: unknown) => {
      onError(error);
      socket.end(JSON.stringify({ code: 1, text: 'the server failed; its log says why' } satisfies Outcome));
    });
  let own = await takeSocket(path, onSocket);
  if (own === null) log(`the operator's commands go to another server that runs on ${dataDir}, until that one stops`);
  let looking = Promise.resolve();
  const look = async () => {
    if (own !== null && isAt(path, own)) return;
    // Somebody has removed it, or another server took it for one that was left behind.
    own?.server.close();
    own = await takeSocket(path, onSocket);
    if (own !== null) log("the operator's commands come to this server now");
  };
  const timer = setInterval(() => {
    // Whatever prevents it may pass; commands meanwhile say that no server answers.
    looking = looking.then(look).catch(() => undefined);
  }, lookMs);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await looking;
    const last = own;
    if (last === null) return;
    if (isAt(path, last)) rmSync(path, { force: true });
    await new Promise<void>((resolve) => void last.server.close(() => resolve()));
  };
}

/** A socket of this process. */
interface OwnSocket {
  readonly server: Server;
  readonly inode: number;
}

/**
 * Makes the socket under a name of its own and moves it to its place, so that there is always one to be found there.
 * Null if another server answers. If two servers do this at once, one of them finds its socket gone at its next look.
 */
async function takeSocket(path: string, onSocket: (socket: Socket) => void): Promise<OwnSocket | null> {
  if (await isTaken(path)) return null;
  // As long as the name of the socket, which fits.
  const made = join(dirname(path), `op-${randomBytes(3).toString('hex').slice(1)}.sock`);
  const server = createServer({ allowHalfOpen: true }, onSocket);
  await listen(server, made);
  try {
    const inode = statSync(made).ino;
    renameSync(made, path);
    return { server, inode };
  } catch (error) {
    server.close();
    throw unusable(error);
  }
}

function isAt(path: string, { inode }: OwnSocket): boolean {
  return statSync(path, { throwIfNoEntry: false })?.ino === inode;
}

/** @throws StartRefused if that cannot be determined: another server's socket must not be removed */
async function isTaken(path: string): Promise<boolean> {
  try {
    return await isAnswered(path);
  } catch (error) {
    throw new StartRefused(`whether another server answers at ${path} cannot be determined: ${reasonOf(error)}`);
  }
}

async function listen(server: Server, path: string): Promise<void> {
  const mask = process.umask(0o177);
  try {
    await new Promise<void>((resolve, reject) => server.once('error', reject).listen(path, resolve));
    chmodSync(path, OWNER_ONLY);
  } catch (error) {
    throw unusable(error);
  } finally {
    process.umask(mask);
  }
}

function unusable(error: unknown): StartRefused {
  return new StartRefused(
    `the socket of the operator's command can't be opened: ${reasonOf(error)}; this user needs to write to that folder`,
  );
}

async function answer(services: Services, socket: Socket, arrivalMs: number): Promise<void> {
  socket.on('error', () => undefined);
  const late = setTimeout(() => socket.destroy(new Error('no command came')), arrivalMs);
  const text = await everything(socket).finally(() => clearTimeout(late));
  // Another server has asked whether anybody is here.
  if (text === '') return void socket.end();
  // Written by the command below; only the owner of the folder can reach this.
  const line = JSON.parse(text) as Line;
  socket.end(
    JSON.stringify({
      ...(await outcomeOf(services, line)),
      club: clubLine(services, { noServer: false }),
    } satisfies Outcome),
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
  const answer = await everything(socket).catch(() => '');
  try {
    return JSON.parse(answer) as Outcome;
  } catch {
    return { code: 3, text: UNKNOWN };
  }
}

const UNKNOWN = 'the server ended before it answered, and may have carried out the command: look before you repeat it';

/** Everything the other side sends; iterating over the socket would close it before the answer. */
function everything(socket: Socket): Promise<string> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    socket.on('data', (chunk: Buffer) => chunks.push(chunk));
    socket.once('end', () => resolve(Buffer.concat(chunks).toString('utf8')));
    socket.once('error', reject);
  });
}
