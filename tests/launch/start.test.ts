import { expect, it } from 'vitest';
import { perch } from '#tests/support/perch.ts';
import { temporaryFolder } from './folders.ts';

/**
 * The first start makes a club of two hundred members: some fifteen core-seconds, which take minutes on a busy machine.
 */
const TWO_STARTS_MS = 300_000;

/** `npm start` as a newcomer sees it; the long list covers how it is killed, damaged and refused. */

it(
  'serves app and API with the demo sign-ins shown, stops on SIGTERM, and starts again without installing, building or creating anything',
  async () => {
    const DATA_DIR = temporaryFolder();
    const first = await perch({ DATA_DIR });
    await first.line(`Perch is ready at http://localhost:${first.port}`);
    await first.line('demo2fa');
    expect((await fetch(`http://localhost:${first.port}/api/status`)).status).toBe(200);
    const page = await fetch(`http://localhost:${first.port}/Signin`);
    expect(page.headers.get('content-type')).toMatch(/^text\/html/);
    first.child.kill('SIGTERM');
    expect(await first.ended).toBe(0);

    const second = await perch({ DATA_DIR });
    await second.line('Perch is ready');
    expect(second.lines.join('\n')).not.toMatch(/Installing|Building|creating/);
    second.child.kill('SIGINT');
    expect(await second.ended).toBe(0);
    expect(first.errors() + second.errors()).toBe('');
  },
  TWO_STARTS_MS,
);
