import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

import { temporaryFolder } from './folders.ts';

const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> };

/** In place of the real command: it takes its time to end, like a server that closes its database. */
const SLOW_TO_END = `
import { writeFileSync } from 'node:fs';
process.on('SIGTERM', () => setTimeout(() => { writeFileSync('ended-well', ''); process.exit(0); }, 300));
setInterval(() => undefined, 1000);
console.log('started');
`;

describe('a signal to npm', () => {
  it.each(['start', 'test', 'dev'])('reaches npm %s, which ends before npm does', async (name) => {
    const folder = temporaryFolder();
    const file = /node (\S+)$/.exec(scripts[name] ?? '')?.[1] ?? '';
    mkdirSync(join(folder, file, '..'), { recursive: true });
    writeFileSync(join(folder, file), SLOW_TO_END);
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'x', version: '1.0.0', scripts }));
    const npm = spawn('npm', ['run', name], { cwd: folder, stdio: ['ignore', 'pipe', 'ignore'] });
    npm.stdout.on('data', (chunk: Buffer) => {
      if (chunk.toString().includes('started')) npm.kill('SIGTERM');
    });
    // `exit`, not `close`: the output would stay open as long as an orphan has it.
    await new Promise((resolve) => npm.once('exit', resolve));
    expect(existsSync(join(folder, 'ended-well'))).toBe(true);
  });
});
