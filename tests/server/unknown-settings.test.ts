import { describe, expect, it } from 'vitest';

import { readSettings } from '#server/entry/opening/settings.ts';

/** A mistyped setting would leave its default in place: a backup that is not encrypted, a proxy that is not trusted. */

const PRODUCTION = {
  NODE_ENV: 'production',
  PUBLIC_ORIGIN: 'https://wallet.example',
  SUPPORT_EMAIL: 'support@wallet.example',
  TRUST_PROXY: '127.0.0.1',
};
const warnings = (env: Record<string, string>) => readSettings({ ...PRODUCTION, ...env }, process.cwd()).warnings;

describe('a variable', () => {
  it.each([
    ['BACKUP_RECIPIENTS', 'BACKUP_RECIPIENT'],
    ['BACKUP_DIRS', 'BACKUP_DIR'],
    ['TRUSTED_PROXY', 'TRUST_PROXY'],
    ['DATABSE_URL', 'DATABASE_URL'],
    ['DATABASE_URI', 'DATABASE_URL'],
    ['PERCH_SECRETS', 'PERCH_SECRET'],
    ['METRIC_TOKEN', 'METRICS_TOKEN'],
    ['PERCH_SECRET_FILES', 'PERCH_SECRET_FILE'],
    ['BTC_XPUBS', 'BTC_XPUB'],
    ['ETH_RCP_URL', 'ETH_RPC_URL'],
    ['SUPPORT_MAIL', 'SUPPORT_EMAIL'],
  ])('that is nearly a setting is told of: %s', (name, meant) => {
    expect(warnings({ [name]: 'x' })).toEqual([`${name} is not a setting and does nothing; ${meant} is one`]);
  });

  it.each(['BACKUP_RECIPIENT', 'BTC_XPUB', 'MAIL_FROM'])(
    'that names a file for %s is, which is read from none',
    (name) => {
      expect(warnings({ [`${name}_FILE`]: '/run/secrets/x' })).toEqual([
        `${name}_FILE is not read: ${name} cannot be in a file`,
      ]);
    },
  );

  it.each(['DATABASE_URL', 'BACKUP_DIR', 'BACKUP_RECIPIENT', 'METRICS_TOKEN_FILE'])(
    'that is a setting without a value is, as one that was made of nothing: %s',
    (name) => {
      expect(warnings({ [name]: ' ' })).toEqual([`${name} is empty and counts as not set`]);
    },
  );

  it('of others is not, nor an empty one, nor a setting', () => {
    const others = {
      HOME: '/root',
      HOSTNAME: 'db1',
      HOSTS: 'x',
      PORTS: '1',
      PATH: '/bin',
      NODE_PATH: '/x',
      NODE_OPTIONS: '--max-old-space-size=512',
      DATABASE_HOST: 'db',
      PERCH_HOST: 'wallet.example',
      PERCH_VERSION: '0.1.0',
      PERCH_SERVICE_HOST: '10.0.0.1',
      SSL_CERT_FILE: '/etc/ssl/cert.pem',
      OTEL_SERVICE_NAMESPACE: 'x',
      npm_package_version: '0.1.0',
      LOG_LEVEL: 'info',
      DEV_CHAIN: 'off',
    };
    expect(warnings({ ...others, TRUSTED_PROXY: ' ' })).toEqual([]);
  });
});
