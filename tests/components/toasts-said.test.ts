import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { shownText } from '#walk/paths/texts.ts';

/** Each word of success or failure that passes by, by its file and key: the test in which the act ends with it. */
const SAID: Readonly<Record<string, string>> = {
  'ui/copy-button.tsx common:toast.copied': 'components/kit.test.tsx',
  'ui/copy-button.tsx common:toast.copyFailed': 'components/kit.test.tsx',
  'flows/sign-in/sign-in.route.tsx common:toast.signedIn': 'browser/sign-in.test.ts',
  'pages/passkey-sign-in.page.tsx common:toast.signedIn': 'browser/passkeys.test.ts',
  'ui/address-field.tsx money:address.pasteFailed': 'components/address-field.apart.test.tsx',
  'ui/address-field.tsx money:scan.unavailable': 'components/address-field.apart.test.tsx',
  'pages/organization/share-button.tsx referral:shareFailed': 'components/referral.test.tsx',
  'pages/receipt/withdrawal-acts.tsx receipt:withdrawal.cancelled': 'components/receipt-withdrawal.test.tsx',
  'pages/account/profile-form.tsx common:toast.operated': 'components/account.test.tsx',
  'pages/security/phrase-panel.tsx account:phrase.removed': 'components/email-phrase.test.tsx',
  'pages/security/phrase-panel.tsx account:phrase.saved': 'components/email-phrase.test.tsx',
  'pages/security/security.page.tsx security:check.allowList.kept': 'components/security.test.tsx',
  'pages/security/sessions-panel.tsx common:toast.operated': 'components/account.test.tsx',
  'flows/notice-settings/screens/on-this-device.tsx notice-settings:push.sent': 'components/on-this-device.test.tsx',
  'pages/contact/reply-form.tsx contact:reply.sent': 'components/contact.test.tsx',
  'pages/contact/close-button.tsx contact:close.done': 'components/contact.test.tsx',
  'pages/addresses/addresses.page.tsx common:toast.operated': 'components/addresses.test.tsx',
};

const SRC = join(process.cwd(), 'src');

/** The area of a page's keys: that which it uses first. */
function areaOf(source: string): string {
  return /useTranslation\(\[?'([\w-]+)'/.exec(source)?.[1] ?? 'common';
}

it('each passing message is expected by the test of its act, in its words', () => {
  const found = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.tsx'))
    .flatMap((file) => {
      const source = readFileSync(join(SRC, file), 'utf8');
      return [...source.matchAll(/\btoast\(\s*'\w+',([^;]*);/g)].flatMap(([, said = '']) =>
        [...said.matchAll(/\bt\('([^']+)'/g)].map(
          ([, key = '']) => `${file} ${key.includes(':') ? key : `${areaOf(source)}:${key}`}`,
        ),
      );
    });
  expect(found.toSorted()).toEqual(Object.keys(SAID).toSorted());
  for (const [place, test] of Object.entries(SAID)) {
    const said = shownText(place.split(' ')[1] ?? '', 'en-US');
    expect(readFileSync(join(import.meta.dirname, '..', test), 'utf8'), `${place}: ${said}`).toContain(said);
  }
});
