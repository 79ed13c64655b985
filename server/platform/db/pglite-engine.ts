import { closeSync, fsyncSync, openSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';

import { PGlite, type Extensions } from '@electric-sql/pglite';
import { NodeFS } from '@electric-sql/pglite/nodefs';

import { ENGINE_FILES } from '#server/platform/system/descriptors.ts';

/**
 * PGlite's own settings are made for throw-away data: fsync is off, and even where the engine asks for it, its file
 * system answers without doing anything. Here every commit reaches the disk before it is acknowledged.
 */

/** Halves the memory of the process and costs nothing measurable at the sizes an embedded club has. */
const MEMORY = ['-c', 'shared_buffers=16MB'];

/** `-F` is "fsync off". The other sync methods are no-ops (fdatasync) or abort (open_sync) in WebAssembly. */
const DURABLE = [
  ...PGlite.defaultStartParams.filter((parameter) => parameter !== '-F'),
  '-c',
  'wal_sync_method=fsync',
  '-c',
  `max_files_per_process=${ENGINE_FILES}`,
  ...MEMORY,
];

const VOLATILE = [...PGlite.defaultStartParams, ...MEMORY];

/** The parts of Emscripten's NODEFS that are used; it has no published types. */
interface EmscriptenNode {
  readonly mode: number;
}
interface EmscriptenStream {
  readonly node: EmscriptenNode;
  readonly nfd?: number;
}
interface EmscriptenModule {
  readonly NODEFS: {
    readonly stream_ops: { fsync?: (stream: EmscriptenStream) => number };
    realPath(node: EmscriptenNode): string;
  };
}

type FilesystemInit = InstanceType<typeof NodeFS>['init'];

/** PGlite's file system on a folder, with an fsync that really writes. */
class DurableNodeFS extends NodeFS {
  override async init(...parameters: Parameters<FilesystemInit>): ReturnType<FilesystemInit> {
    const result = await super.init(...parameters);
    const hook = (module: unknown): void => installFsync(module as EmscriptenModule);
    result.emscriptenOpts.preRun = [...asList(result.emscriptenOpts.preRun), hook];
    return result;
  }
}

function asList<T>(value: T | T[] | undefined): T[] {
  if (value === undefined) return [];
  return Array.isArray(value) ? value : [value];
}

function installFsync(module: EmscriptenModule): void {
  const { NODEFS } = module;
  NODEFS.stream_ops.fsync = (stream) => {
    if (stream.nfd === undefined) fsyncPath(NODEFS.realPath(stream.node));
    else fsyncSync(stream.nfd);
    return 0;
  };
}

/** Also for folders: a file's name is on the disk only once its folder was synchronised. */
export function fsyncPath(path: string): void {
  const handle = openSync(path, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

/**
 * How much of a function has to run before V8 compiles it a second time, for speed: ten times as much as by default. A
 * start runs a little of everything, and to compile all that again takes as long as the start itself, and memory that
 * is not given back. What a club keeps busy is compiled after some seconds of work.
 */
const COMPILED_AGAIN_AFTER = '--wasm-tiering-budget=18000000';

export async function startDurableEngine(folder: string): Promise<PGlite> {
  setFlagsFromString(COMPILED_AGAIN_AFTER);
  return keepingExitCode(() => PGlite.create({ fs: new DurableNodeFS(folder), startParams: DURABLE }));
}

/** For tests: nothing is kept, so nothing is waited for. */
export async function startMemoryEngine(): Promise<PGlite> {
  return keepingExitCode(() => PGlite.create({ dataDir: 'memory://', startParams: VOLATILE }));
}

/** For a copy that is looked at and thrown away: nothing is waited for. */
export async function startScratchEngine(folder: string, extensions: Extensions = {}): Promise<PGlite> {
  return keepingExitCode(() => PGlite.create({ fs: new NodeFS(folder), startParams: VOLATILE, extensions }));
}

export async function stopEngine(engine: PGlite): Promise<void> {
  await keepingExitCode(() => engine.close());
}

/** Emscripten writes its own exit status into `process.exitCode`; the exit code of the server is not its business. */
async function keepingExitCode<T>(act: () => Promise<T>): Promise<T> {
  const before = process.exitCode;
  try {
    return await act();
  } finally {
    process.exitCode = before;
  }
}
