import { readChainSettings, type ChainSettings } from '#server/domain/chain/settings.ts';
import type { Environment } from '#server/platform/config/config-values.ts';
import { readConfig, type Config } from '#server/platform/config/config.ts';

/** The settings that a server starts with. */
export interface Settings extends Config {
  /** The chains that deposits come from. */
  chain: ChainSettings;
}

/**
 * Reads the settings from an environment.
 *
 * @param root the folder that holds package.json, `server/platform/db/migrations` and `dist`
 * @throws ConfigError for the first invalid value
 */
export function readSettings(env: Environment, root: string): Settings {
  const config = readConfig(env, root);
  return { ...config, chain: readChainSettings(env, { developmentAllowed: config.demo }) };
}
