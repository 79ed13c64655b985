import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { SUPPORT_EMAIL } from '#fixtures/support-email.ts';

/** Every hand-written file of these folders. */
function sourceFiles(folders: readonly string[]): readonly string[] {
  const files = folders.flatMap((folder) => readdirSync(folder, { recursive: true, withFileTypes: true }));
  return files
    .filter((each) => each.isFile() && !each.name.includes('.gen.'))
    .map(({ parentPath, name }) => join(parentPath, name));
}

/** A stranger who writes as "support" is exposed by one sentence that is the same everywhere (D-30). */

const OFFICIAL = { 'en-US': /\bofficial/i, 'ja-JP': /公式/, 'zh-CN': /官方/ } as const;
type Culture = keyof typeof OFFICIAL;
const cultures = Object.keys(OFFICIAL) as Culture[];

/** Every text of a language as it is read: links as their text, the address filled in. */
function sentencesOf(culture: Culture): readonly { readonly file: string; readonly sentence: string }[] {
  const folders = [`locales/${culture}`, `server/domain/contents/initial/${culture}`, 'server/domain/contents/initial'];
  const files = folders.flatMap((folder) =>
    readdirSync(folder)
      .filter((name) => /\.(json|md)$/.test(name))
      .map((name) => `${folder}/${name}`),
  );
  return files.flatMap((file) =>
    readFileSync(file, 'utf8')
      .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      .replaceAll(/\{\{email\}\}|\{supportEmail\}/g, SUPPORT_EMAIL)
      .split(/[。;?？\n"]|\. |\.$/m)
      .map((sentence) => ({ file, sentence: sentence.trim().replace(/\.$/, '') })),
  );
}

function officialIn(culture: Culture): string {
  const { support } = JSON.parse(readFileSync(`locales/${culture}/common.json`, 'utf8')) as {
    support: { contact: string };
  };
  return support.contact.replace('{{email}}', SUPPORT_EMAIL).replace(/[.。]$/, '');
}

describe.each(cultures)('in %s', (culture) => {
  it('every text about official support contains the one sentence', () => {
    const told = sentencesOf(culture).filter(
      ({ sentence }) => OFFICIAL[culture].test(sentence) && !/^\W*$/.test(sentence),
    );
    expect(told.filter(({ sentence }) => sentence !== officialIn(culture))).toEqual([]);
    const files = new Set(told.map(({ file }) => file));
    expect([...files].sort()).toEqual(
      [
        `locales/${culture}/common.json`,
        `server/domain/contents/initial/${culture}/faq.md`,
        'server/domain/contents/initial/welcome.md',
      ].sort(),
    );
  });
});

/** An address of support that a file names itself, instead of the operator's setting. */
const TYPED = /\bsupport@(?!\$\{)[\w.-]+\.[a-z]+/;

it('the address is written nowhere in the product: it is a setting', () => {
  const holders = sourceFiles(['src', 'server', 'openapi', 'machines', 'locales']).filter((file) =>
    TYPED.test(readFileSync(file, 'utf8')),
  );
  // An example in the message of a refused setting, and what the server replaces in a built page.
  expect(holders).toEqual(['src/shell/prerender.tsx', 'server/platform/config/config.ts']);
});

it.each([
  ["t('contact', { email: 'support@club.example' })", true],
  ['`support@${host}`', false],
  ["'no-reply@club.example'", false],
])('an address typed into a file is found: %s', (code, isTyped) => {
  expect(TYPED.test(code)).toBe(isTyped);
});
