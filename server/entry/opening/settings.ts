import { readChainSettings, type ChainSettings } from '#server/domain/chain/settings.ts';
import type { Environment } from '#server/platform/config/config-values.ts';
import { readConfig, type Config } from '#server/platform/config/config.ts';
import { readSettingFiles } from '#server/platform/config/setting-files.ts';

/** The settings that a server starts with. */
export interface Settings extends Config {
  /** The chains that deposits come from. */
  chain: ChainSettings;
}

/**
 * Reads the settings from an environment, and secrets from the files that it names.
 *
 * @param root the folder that holds package.json, `server/platform/db/migrations` and `dist`
 * @throws ConfigError for the first invalid value
 */
export function readSettings(env: Environment, root: string): Settings {
  const all = readSettingFiles(env);
  const config = readConfig(all, root);
  return { ...config, chain: readChainSettings(all, { developmentAllowed: config.demo }) };
}
