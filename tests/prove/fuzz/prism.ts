// A validating proxy as the second judge: Prism, which is not a package of the product. It is installed once, as its
// lock says, into the cache beside the packages.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { runNpm } from '#server/entry/launch/steps.mjs';
import { freePort } from '#tests/provision/free-port.mjs';
import { start, type Process } from '#tests/support/processes.ts';
import type { Wire } from '../ready/request.ts';

const SOURCE = 'tests/prove/fuzz/prism';
const CACHE = 'node_modules/.cache';
const COMMAND = 'node_modules/@stoplight/prism-cli/dist/index.js';
const DESCRIPTION = 'openapi/perch.gen.json';

export interface Passed {
  readonly status: number;
  readonly mediaType: string;
  readonly body: string;
  /** What Prism says of the answer. */
  readonly violations: readonly string[];
}

/** Installs Prism, unless the one that the lock names is there. Returns the file that starts it. */
async function installed(): Promise<string> {
  const lock = createHash('sha256')
    .update(readFileSync(join(SOURCE, 'package-lock.json')))
    .digest('hex')
    .slice(0, 12);
  const folder = join(process.cwd(), CACHE, `prism-${lock}`);
  if (!existsSync(folder)) {
    const unfinished = `${folder}-${process.pid}`;
    mkdirSync(unfinished, { recursive: true });
    for (const file of ['package.json', 'package-lock.json']) cpSync(join(SOURCE, file), join(unfinished, file));
    await runNpm(['ci', '--ignore-scripts', '--prefix', unfinished], 'Prism could not be installed');
    // Whole or not at all; another run may have been faster.
    if (existsSync(folder)) rmSync(unfinished, { recursive: true, force: true });
    else renameSync(unfinished, folder);
  }
  return join(folder, COMMAND);
}

export class Prism {
  /** Changes answers on their way to Prism: for a fault that it must notice. */
  spoil: ((body: string) => string) | null = null;
  private readonly process: Process;
  private readonly between: Server;
  private readonly port: number;

  private constructor(process: Process, between: Server, port: number) {
    this.process = process;
    this.between = between;
    this.port = port;
  }

  /**
   * @param origin of the server whose answers are judged
   * @param folder for a copy of the description: Prism restarts when its file is written, and is away meanwhile
   */
  static async open(origin: string, folder: string): Promise<Prism> {
    const command = await installed();
    const description = join(folder, 'description.json');
    cpSync(DESCRIPTION, description);
    let prism: Prism | null = null;
    const between = createServer(
      (request, response) => void pass(origin, { request, response }, () => prism?.spoil ?? null),
    );
    const [port, upstream] = [await freePort(), await listening(between)];
    const parameters = [
      'proxy',
      description,
      `http://127.0.0.1:${upstream}/api`,
      '--host',
      '127.0.0.1',
      '--port',
      String(port),
    ];
    const child = start([command, ...parameters]);
    await child.line('Prism is listening');
    prism = new Prism(child, between, port);
    return prism;
  }

  /** Sends a request through it. */
  async send({ method, path, headers, body }: Wire): Promise<Passed> {
    const response = await fetch(`http://127.0.0.1:${this.port}${path}`, {
      ...{ method, headers },
      ...(body === undefined ? {} : { body }),
    });
    const told = JSON.parse(response.headers.get('sl-violations') ?? '[]') as { location: string[]; message: string }[];
    return {
      status: response.status,
      mediaType: mediaTypeOf(response),
      body: await response.text(),
      violations: told
        .filter(({ location }) => location[0] === 'response')
        .map(({ location, message }) => `${location.join('.')}: ${message}`),
    };
  }

  async close(): Promise<void> {
    this.process.child.kill('SIGTERM');
    await this.process.ended;
    this.between.closeAllConnections();
    await new Promise<void>((resolve) => void this.between.close(() => resolve()));
  }
}

export const mediaTypeOf = (response: Response): string =>
  (response.headers.get('content-type') ?? '').split(';')[0] ?? '';

async function listening(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
}

/** Headers of one connection, which are not passed on. */
const OF_CONNECTION = new Set([
  'connection',
  'keep-alive',
  'transfer-encoding',
  'content-length',
  'host',
  'accept-encoding',
]);

async function pass(
  origin: string,
  { request, response }: { request: IncomingMessage; response: ServerResponse },
  spoiled: () => ((body: string) => string) | null,
): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  const body = Buffer.concat(chunks);
  const headers = Object.entries(request.headers).filter(([name]) => !OF_CONNECTION.has(name));
  const answer = await fetch(`${origin}${request.url}`, {
    method: request.method ?? 'GET',
    headers: headers.map(([name, value]) => [name, String(value)] as [string, string]),
    ...(body.length === 0 ? {} : { body }),
  });
  const text = await answer.text();
  for (const [name, value] of answer.headers) if (!OF_CONNECTION.has(name)) response.setHeader(name, value);
  response.writeHead(answer.status).end(spoiled()?.(text) ?? text);
}
