import { expect, it } from 'vitest';
import { writeCookie } from '#src/choice-cookies.ts';

it.each([
  ['https:', 'theme=dark; Path=/; Max-Age=31536000; SameSite=Lax; Secure'],
  ['http:', 'theme=dark; Path=/; Max-Age=31536000; SameSite=Lax'],
])('a choice is sent with a link of a mail too, on %s', (protocol, written) => {
  const page = { location: { protocol }, cookie: '' };
  writeCookie(page as Document, 'theme', 'dark');
  expect(page.cookie).toBe(written);
});
