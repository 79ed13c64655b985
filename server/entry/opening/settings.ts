import { readChainSettings, type ChainSettings } from '#server/domain/chain/settings.ts';
import type { Environment } from '#server/platform/config/config-values.ts';
import { readConfig, type Config } from '#server/platform/config/config.ts';
import { noting, unknownSettingWarnings } from '#server/platform/config/unknown-settings.ts';
import { readSettingFiles, SECRET_SETTINGS } from '#server/platform/config/setting-files.ts';

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
  const { env: all, asked: others } = noting(readSettingFiles(env));
  const config = readConfig(all, root);
  const chain = readChainSettings(all, { developmentAllowed: config.demo });
  const asked = new Set([...others, ...SECRET_SETTINGS.map((name) => `${name}_FILE`)]);
  return { ...config, chain, warnings: [...config.warnings, ...unknownSettingWarnings(env, asked)] };
}
