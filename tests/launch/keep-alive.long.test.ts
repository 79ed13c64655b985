import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';

import { perchServer } from '#tests/support/perch.ts';
import { temporaryFolder } from './folders.ts';

/** Longer than nginx and the usual load balancers keep a connection that nobody uses. */
const IDLE_MS = 65_000;
/** The wait and a start on a busy machine. */
const LONG_MS = 300_000;

it(
  'a connection that a proxy kept for a minute is not reset under its next call',
  async () => {
    const server = await perchServer({
      NODE_ENV: 'production',
      PUBLIC_ORIGIN: 'https://wallet.example',
      SUPPORT_EMAIL: 'support@wallet.example',
      DATA_DIR: temporaryFolder(),
    });
    await server.line('Perch is ready');
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const ask = () =>
      new Promise<{ status: number | undefined; reused: boolean }>((resolve, reject) => {
        const sent = request(`http://localhost:${server.port}/api/rules`, { agent }, (response) =>
          response.resume().once('end', () => resolve({ status: response.statusCode, reused: sent.reusedSocket })),
        );
        sent.once('error', reject).end();
      });
    expect(await ask()).toEqual({ status: 200, reused: false });
    await sleep(IDLE_MS);
    expect(await ask()).toEqual({ status: 200, reused: true });
    agent.destroy();
  },
  LONG_MS,
);
