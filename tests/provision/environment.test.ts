import { inspect } from 'node:util';
import { expect, it } from 'vitest';
import { readConfig } from '#server/platform/config/config.ts';
import { cleanEnvironment } from './environment.ts';

it("a shell's settings of a server reach none that a test starts", () => {
  const settings = {
    ...{
      SMTP_URL: 'smtps://mail.example',
      HOST: '0.0.0.0',
      PORT: '1',
      PUBLIC_ORIGIN: 'https://perch.example',
      MAIL_FROM: 'a@b.example',
    },
    ...{
      DATABASE_URL: 'postgres://a/b',
      MIGRATE_DATABASE_URL: 'postgres://c/b',
      PERCH_SECRET: 'Zk3vQ9wXh2LrT7mYbN4cJ8pFsD6gA1eU',
    },
    ...{
      RATES_FEED_URL: 'https://rates.example',
      TRUST_PROXY: '1',
      NODE_ENV: 'production',
      NODE_OPTIONS: '--inspect',
      VITEST: 'true',
    },
  };
  const kept = {
    PATH: '/usr/bin',
    HOME: '/somewhere',
    TMPDIR: '/tmp',
    LANG: 'C.UTF-8',
    LC_ALL: 'C',
    https_proxy: 'http://proxy.example',
  };
  expect(cleanEnvironment({ ...settings, ...kept })).toEqual(kept);
});

it('what is left is a server as it is without any settings', () => {
  const read = (env: NodeJS.ProcessEnv) => inspect(readConfig(env, '.'), { depth: null });
  expect(read(cleanEnvironment())).toBe(read({}));
});
