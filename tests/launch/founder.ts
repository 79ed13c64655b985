import { expect } from 'vitest';

import { readMail, type MailServer } from '#tests/api/support/mail-server.ts';
import type { Caller } from './visitor.ts';

/** The first member of a club, who sets a password with a mailed code and signs in, as docs/operating.md says. */

export const FOUNDER = { username: 'fia', email: 'fia@mail.example', password: 'a long passphrase of a founder' };

export interface Session {
  readonly accessToken: string;
  readonly refreshToken: string;
}

/** @returns the session; the member must have been made with `members root` */
export async function setFoundersPassword(visitor: Caller, mails: MailServer): Promise<Session> {
  const { username, email, password } = FOUNDER;
  const before = mails.received.length;
  expect((await visitor.send('/api/account/forgetPassword', { body: { username, email } })).status).toBe(200);
  const code = await codeOf(mails, before);
  const checked = await visitor.send('/api/account/validateEmailAndUserName', { body: { username, email, code } });
  expect(checked.status).toBe(200);
  expect((await visitor.send('/api/account/resetPassword', { body: { username, email, password } })).status).toBe(200);
  return signIn(visitor);
}

export async function signIn(visitor: Caller): Promise<Session> {
  const { username, password } = FOUNDER;
  const granted = await visitor.send('/api/token', { body: { username, password } });
  expect(granted).toMatchObject({ status: 200, body: { result: 'granted' } });
  return granted.body as Session;
}

async function codeOf(mails: MailServer, before: number): Promise<string> {
  const newest = () =>
    mails.received
      .slice(before)
      .filter(({ to }) => to.includes(FOUNDER.email))
      .map(({ raw }) => /\b\d{6}\b/.exec(readMail(raw).text)?.[0])
      .find((code) => code !== undefined);
  await expect.poll(newest).toBeDefined();
  return newest() ?? '';
}
