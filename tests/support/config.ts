// The configuration of a server that tests or walks stand on.
import { readConfig, type Config } from '#server/platform/config/config.ts';

/** Tests of limits set their own; all others must not meet one. */
const NO_LIMIT = 100_000;

/** The configuration of tests: every answer is compared with the description, every line is logged. */
export function testConfig(changes: Partial<Config> = {}): Config {
  const config = readConfig({ NODE_ENV: 'test', PUBLIC_ORIGIN: 'https://wallet.example' }, process.cwd());
  return { ...config, logLevel: 'trace', rateLimitScale: NO_LIMIT, validateResponses: true, ...changes };
}
