import { createServer } from 'node:net';
import { start, type Process } from './processes.ts';

/** `npm start` as a process of its own, on the port given or on a free one. */
export async function perch(env: Record<string, string>): Promise<Process & { port: number }> {
  const port = Number(env.PORT ?? (await freePort()));
  return { ...start(['server/launch/start.mjs'], { PORT: String(port), ...env }), port };
}

export function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });
}
