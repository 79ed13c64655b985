// Shared by tests of periods: durations, the sources that name them, and acts that have begun and will end.
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { World } from './world.ts';

export const MINUTE = 60;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** The time of the world's clock. */
export const now = (world: World) => world.clock.now();

/** Every source file of the server that a club runs on; the demo and the development chain name no periods of it. */
export const sources = readdirSync('server', { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts') && !/(^|\/)(demo|chain\/development)\//.test(name))
  .map((path) => ({ name: basename(path), text: readFileSync(join('server', path), 'utf8') }));

/** A member with a new session. */
export const signedInBrowser = async (world: World) => {
  const member = await world.member();
  const browser = world.browser();
  return { member, browser, tokens: await browser.session(member) };
};

/** A member who has requested a password recovery. */
export const recovering = async (world: World) => {
  const member = await world.member();
  const browser = world.browser();
  const { email, username } = member;
  await browser.call('forgetPassword', { body: { email, username } });
  return { email, username, browser };
};
