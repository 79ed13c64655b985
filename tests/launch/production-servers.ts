import { expect } from 'vitest';

import { freePort } from '#tests/provision/free-port.mjs';
import { start, type Process } from '#tests/support/processes.ts';
import { temporaryFolder } from './folders.ts';

/** Servers of the build in production, on one PostgreSQL, as a deployment has them. */

export const PERCH_SECRET = 'kX0v2mQ9sB7nT4wLrZ8yC1dF6gH3jP5a';

export interface Deployment {
  /** The settings of all servers and commands. */
  readonly settings: Record<string, string>;
  readonly folder: string;
}

export type Server = Process & { port: number };

/** @param folder where dist/server is */
export function deploymentOf(
  folder: string,
  place: { databaseUrl: string; origin: string; mailPort: number },
): Deployment {
  return {
    folder,
    settings: {
      NODE_ENV: 'production',
      PERCH_SECRET,
      DATABASE_URL: place.databaseUrl,
      PUBLIC_ORIGIN: place.origin,
      SUPPORT_EMAIL: 'support@wallet.example',
      SMTP_URL: `smtp://127.0.0.1:${place.mailPort}`,
      TRUST_PROXY: '127.0.0.1',
      HOST: '127.0.0.1',
    },
  };
}

/** A server on a port of its own, or on one that another had. */
export async function serve({ folder, settings }: Deployment, { port }: { port?: number } = {}): Promise<Server> {
  const chosen = port ?? (await freePort());
  const server = start([`${folder}/dist/server/main.mjs`], {
    ...settings,
    PORT: String(chosen),
    DATA_DIR: temporaryFolder(),
  });
  return { ...server, port: chosen };
}

/** Runs the operator's command in a process of its own. */
export async function operate(
  { folder, settings }: Deployment,
  ...words: string[]
): Promise<{ code: number | string; text: string; errors: string }> {
  const command = start([`${folder}/dist/server/operator.mjs`, '--as', 'olga', ...words], {
    ...settings,
    DATA_DIR: temporaryFolder(),
  });
  const code = await command.ended;
  return { code, text: command.lines.join('\n'), errors: command.errors() };
}

/** The calls that a server has answered, by its log. */
export function answeredBy({ lines }: Pick<Server, 'lines'>): Record<string, unknown>[] {
  return lines
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as Record<string, unknown>)
    .filter(({ msg }) => msg === 'answered');
}

/** Two rates, without which a club moves nothing. */
export async function setRates(deployment: Deployment): Promise<void> {
  for (const [asset, usd] of [
    ['USDT', '1'],
    ['BTC', '50000'],
  ] as const)
    expect(await operate(deployment, 'rates', 'set', asset, usd)).toMatchObject({ code: 0 });
}
