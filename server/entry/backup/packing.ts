// Starts the process that packs and verifies a backup, and waits for what it says.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { childEnvironment } from '#server/platform/system/child-environment.ts';
import { StartRefused } from '#server/platform/system/one-line-error.ts';
import type { PackingOrder, PackingResult } from './process.ts';

/** @throws StartRefused if it was refused or has died, or the signal's reason */
export async function packInProcess(
  order: PackingOrder,
  signal: AbortSignal,
): Promise<Exclude<PackingResult, { refused: string }>> {
  signal.throwIfAborted();
  const child = spawn(process.execPath, programOf(import.meta.url), {
    env: childEnvironment(),
    stdio: ['pipe', 'pipe', 'pipe'],
    // Ctrl+C reaches the server alone, which then ends the process.
    detached: true,
  });
  const kill = () => void child.kill('SIGKILL');
  signal.addEventListener('abort', kill);
  try {
    // The pipe stays open as long as this process lives; the other one ends when it closes.
    child.stdin.on('error', () => undefined);
    child.stdin.write(`${JSON.stringify(order)}\n`);
    const [said, complaint, [code, ended]] = await Promise.all([
      textOf(child.stdout),
      textOf(child.stderr),
      once(child, 'close') as Promise<[number | null, string | null]>,
    ]);
    signal.throwIfAborted();
    if (code !== 0)
      throw new StartRefused(`the process that packs the backup ended with ${code ?? ended}: ${complaint.trim()}`);
    const result = JSON.parse(said) as PackingResult;
    if ('refused' in result) throw new StartRefused(result.refused);
    return result;
  } finally {
    signal.removeEventListener('abort', kill);
    child.stdin.destroy();
  }
}

async function textOf(stream: NodeJS.ReadableStream): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}

/** Beside the bundle in production, as source under tsx. */
function programOf(here: string): string[] {
  if (!here.endsWith('.ts')) return [fileURLToPath(new URL('./backup.mjs', here))];
  return ['--import', import.meta.resolve('tsx'), fileURLToPath(new URL('./process.ts', here))];
}
