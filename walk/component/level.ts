// The component level of `npm run walk`: the test runner is started once and performs one walk after the other.
import { once } from 'node:events';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { startVitest, type Vitest } from 'vitest/node';
import type { WalkRequest } from './asked.ts';
import { messageOf, withErrors } from './unhandled.ts';
import type { LevelOptions, LevelReport, Walked } from '#walk/paths/report.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** Walks on the real routes in jsdom. */
export async function walkOnScreens({ walks, cells, culture, onWalked, onCell }: LevelOptions): Promise<LevelReport> {
  const began = performance.now();
  const line = await Line.open();
  const walked: Walked[] = [];
  const walkedCells: Walked[] = [];
  try {
    for (const { graph, path } of walks) {
      const each = await line.ask({ flow: graph.id, culture, edges: path.edges, id: path.id });
      walked.push(each);
      onWalked(each);
    }
    for (const { graph, cell } of cells) {
      const each = await line.ask({ flow: graph.id, culture, edges: null, id: cell.id });
      walkedCells.push(each);
      onCell(each);
    }
  } finally {
    const left = unattributed(await line.close(), [...walked, ...walkedCells]);
    if (left.length > 0) {
      const failed = withErrors({ id: 'component', steps: 0, seconds: 0, failure: null }, left);
      walked.push(failed);
      onWalked(failed);
    }
  }
  return { level: 'component', walked, cells: walkedCells, seconds: (performance.now() - began) / 1000 };
}

/** The errors that no walk's failure names yet: they came between two walks, or after the last one. */
function unattributed(messages: readonly string[], walked: readonly Walked[]): readonly string[] {
  return messages.filter((message) => !walked.some(({ failure }) => failure?.message.includes(message) === true));
}

/** The connection to the test runner, which handles one request at a time. */
class Line {
  private readonly server: Server;
  private readonly runner: Promise<Vitest>;
  private socket: Socket | null = null;
  private answers: AsyncIterator<string> | null = null;

  private constructor(server: Server, runner: Promise<Vitest>) {
    this.server = server;
    this.runner = runner;
  }

  /** Starts the runner and waits until it is listening. */
  static async open(): Promise<Line> {
    const server = createServer();
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const connected = once(server, 'connection') as Promise<[Socket]>;
    const line = new Line(server, startRunner((server.address() as AddressInfo).port));
    const socket = await Promise.race([connected.then(([first]) => first), line.runner.then(() => null)]);
    if (socket === null) throw await line.failed();
    line.socket = socket;
    line.answers = createInterface({ input: socket })[Symbol.asyncIterator]();
    return line;
  }

  /** Returns the result of a walk. Throws a readable error if the runner has ended. */
  async ask(asked: WalkRequest): Promise<Walked> {
    this.socket?.write(`${JSON.stringify(asked)}\n`);
    const answer = await this.answers?.next();
    if (answer === undefined || answer.done === true) throw await this.failed();
    return JSON.parse(answer.value) as Walked;
  }

  /** Closes the connection, and returns why the runner ended. */
  private async failed(): Promise<Error> {
    const vitest = await this.runner;
    const errors = [
      ...vitest.state.getUnhandledErrors(),
      ...vitest.state.getFiles().flatMap((file) => [file, ...file.tasks].flatMap(({ result }) => result?.errors ?? [])),
    ];
    const said = errors.map(messageOf);
    return new Error(`The test runner has ended: ${[...new Set(said)].join(' ') || 'it gave no reason.'}`);
  }

  /** Ends the runner; returns what was left unhandled in it. */
  async close(): Promise<readonly string[]> {
    // The runner's exit code says nothing about the walks.
    const code = process.exitCode;
    this.socket?.end();
    const vitest = await this.runner;
    const unhandled = vitest.state.getUnhandledErrors().map(messageOf);
    await vitest.close();
    this.server.close();
    process.exitCode = code;
    return unhandled;
  }
}

function startRunner(port: number): Promise<Vitest> {
  return startVitest('test', [], {
    root,
    config: join(root, 'vite.config.ts'),
    watch: false,
    include: ['walk/component/asked.ts'],
    setupFiles: ['walk/component/pages-ahead.ts'],
    environment: 'jsdom',
    env: { PERCH_WALK_PORT: String(port) },
    // A silent reporter: the command prints the report itself.
    reporters: [{}],
    silent: 'passed-only',
  });
}
