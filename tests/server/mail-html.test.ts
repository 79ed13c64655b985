// Mails as HTML: the words of the text, nothing that runs or is loaded, and members' text only as text.
import { SUPPORT_EMAIL } from '#fixtures/support-email.ts';
import { JSDOM } from 'jsdom';
import { describe, expect, it } from 'vitest';
import { CULTURES } from '#openapi/cultures.ts';
import mailTexts from '#locales/en-US/mail.json' with { type: 'json' };
import { ALARM_KINDS, type MailKind } from '#server/platform/mail/kinds.ts';
import { renderNotice, type Notice } from '#server/platform/mail/render.ts';
import { COMPUTED_VALUES, shownValues, unlinked } from '#server/platform/mail/values.ts';
import { MONEY_VALUES } from '#tests/api/support/mail-values.ts';

type Kind = MailKind;

const ORIGIN = 'https://wallet.example';
const LINK = `${ORIGIN}/ChangeEmail2#token=ce%2FAbc-_123&x="<`;
/** Every kind that has texts; the type ensures that every kind does. */
const KINDS = Object.entries(mailTexts).flatMap(([kind, entry]) =>
  typeof entry === 'object' && 'subject' in entry ? [kind as Kind] : [],
);

function write(kind: Kind, changes: Partial<Notice> = {}) {
  return renderNotice({
    kind,
    culture: 'en-US',
    username: 'mika<script> & "Co"',
    device: 'Chrome, Android',
    at: new Date('2026-11-21T04:05:06Z'),
    origin: ORIGIN,
    supportEmail: SUPPORT_EMAIL,
    values: {
      left: '7',
      minutes: '10',
      freezeUntil: '2026-11-28 04:05:06',
      heldUntil: '2026-11-22 04:05:06',
      positionId: 'P-000042',
      referralCode: 'K7Q2M9XA',
      ticket: 'Q-7K2M-9QXD',
      ...MONEY_VALUES,
    },
    reason: 'suspectedScam',
    phrase: 'blue heron https://evil.example/ at <b>dawn</b>',
    ...(ALARM_KINDS.some((alarm) => alarm === kind)
      ? { freezeLink: { address: `${ORIGIN}/Freeze#token=frz_1`, purpose: 'freezing' } }
      : {}),
    ...(kind.endsWith('Code') ? { code: '482913' } : {}),
    ...(kind.endsWith('Link') ? { link: LINK } : {}),
    ...changes,
  });
}

const documentOf = (html: string) => new JSDOM(html).window.document;
const squeezed = (text: string) => text.replace(/\s+/g, '');

describe.each(CULTURES.flatMap((culture) => KINDS.map((kind) => [culture, kind] as const)))(
  'in %s, %s',
  (culture, kind) => {
    const { subject, body, html } = write(kind, { culture });
    const page = documentOf(html);

    it('has the content of the text, in its language, without unfilled placeholders', () => {
      for (const paragraph of body.trim().split('\n\n'))
        expect(squeezed(page.body.textContent ?? '')).toContain(squeezed(paragraph));
      // And nothing but the text: the name above, the subject, and the labels of buttons.
      const own = [...page.querySelectorAll('.name, h1, .button')].map((each) => each.textContent ?? '');
      expect(squeezed(page.body.textContent ?? '')).toHaveLength(squeezed(`${own.join('')}${body}`).length);
      expect(page.documentElement.lang).toBe(culture);
      expect(page.title).toBe(subject);
      expect(page.querySelector('h1')?.textContent).toBe(subject);
      expect(page.body.textContent).not.toMatch(/\{\w+\}|undefined|null/);
    });

    it('shows a code in large type on its own, and a link as a button and as text', () => {
      const code = page.querySelector('.code');
      expect(code?.textContent).toBe(kind.endsWith('Code') ? '482913' : undefined);
      const links = [...page.querySelectorAll('a')].filter((link) => link.getAttribute('href') === LINK);
      expect(links.map((link) => link.textContent)).toEqual(
        kind.endsWith('Link') ? [expect.stringMatching(/^(Open the link|リンクを開く|打开链接)$/), LINK] : [],
      );
    });

    it('runs nothing, loads nothing and links only to the product', () => {
      expect(
        page.querySelectorAll(
          'script, img, link, iframe, object, form, input, video, base, b, [onclick], [src], [srcset], [background]',
        ),
      ).toHaveLength(0);
      expect(html).not.toMatch(/url\(|@import|@font-face|expression|javascript:/i);
      for (const link of page.querySelectorAll('a'))
        expect(link.getAttribute('href')).toMatch(/^https:\/\/wallet\.example\//);
    });

    it('works on light and dark backgrounds', () => {
      expect(page.querySelector('meta[name="color-scheme"]')?.getAttribute('content')).toBe('light dark');
      expect(html).toContain('@media (prefers-color-scheme: dark)');
      for (const element of page.querySelectorAll('body [style*="color:"]'))
        expect(element.className === '' && element.tagName !== 'A', element.outerHTML).toBe(false);
    });
  },
);

/** What mail programs make a link of by themselves: addresses, words that end like one, and telephone numbers. */
const autoLinked = (text: string): string[] => [
  ...(text.match(/[^\s<>"]+/gu) ?? []).filter((word) =>
    /^(?:[a-z]+:\/\/|www[.。．｡]\w|mailto:\w)|[\p{L}\p{N}-][.。．｡][a-z]{2,}|\S@[\p{L}\p{N}]/iu.test(word),
  ),
  ...(text.match(/[+(]?\p{Nd}(?:[ ()./-]*\p{Nd}){4,}/gu) ?? []),
];

const DOMAIN = 'claim-perch.com';
const PHONE = '0120-444-113';
/** Of the sentence beside the button that freezes or objects. */
const OBJECT_OR_FREEZE = ['freezeUntil'];

describe.each(CULTURES)('what members have chosen, in %s', (culture) => {
  const words = Object.entries(mailTexts).flatMap(([kind, entry]) =>
    typeof entry === 'object' && 'subject' in entry
      ? [{ kind: kind as Kind, all: Object.values(entry).join(' ') }]
      : [],
  );
  /** What the server computes or writes itself, and the member’s own username, which they copy. */
  const OURS = new Set([
    ...COMPUTED_VALUES,
    ...['username', 'supportEmail', 'reason', 'stageName', 'newAddressHours', 'freezeLinkDays'],
  ]);
  const chosen = (text: string) =>
    [...text.matchAll(/\{(\w+)\}/g)].flatMap(([, name = '']) => (OURS.has(name) ? [] : [name]));

  it('is the phrase, three usernames and the name of a passkey', () => {
    expect([...new Set(words.flatMap(({ all }) => chosen(all)))].toSorted()).toEqual([
      'buyer',
      'passkey',
      'recipient',
      'sender',
    ]);
  });

  it('is the table of all other values: it lists none that no text has', () => {
    const used = new Set(words.flatMap(({ all }) => [...all.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)));
    expect([...COMPUTED_VALUES].filter((name) => !used.has(name) && !OBJECT_OR_FREEZE.includes(name))).toEqual([]);
  });

  it.each(
    words
      .filter(({ kind, all }) => chosen(all).length > 0 || kind === 'newSignIn')
      .flatMap((each) => [DOMAIN, PHONE].map((word) => ({ ...each, word }))),
  )('is no link that a mail program makes of $word in $kind', ({ kind, all, word }) => {
    const values = { ...MONEY_VALUES, sender: word, recipient: word, buyer: word, passkey: word };
    const phrase = `${word} www.evil.example a@evil.example https://evil.example/x +81 90 1234 5678`;
    const { body, html } = write(kind, { culture, values, phrase });
    const page = documentOf(html);
    const text = page.body.textContent ?? '';
    const ours = (found: string) => found.startsWith(ORIGIN) || found === SUPPORT_EMAIL;
    // The code, the moment and the terms of the transaction are the club’s.
    const club = [...Object.values(shownValues(culture, MONEY_VALUES)), '482913', '2026-11-21 04:05:06'].join(' ');
    const theirs = (found: string) => !ours(found) && !club.includes(found);
    expect(autoLinked(body).filter(theirs)).toEqual([]);
    expect(text.match(/claim-perch\.com|0120-444-113|1234 5678|www\.evil|@evil|https:\/\/evil/)).toBeNull();
    // As it is read, each is whole.
    for (const shown of [body, text])
      expect(shown.replaceAll('\u200C', '').split(word)).toHaveLength(chosen(all).length + 2);
  });
});

it.each([
  ...[DOMAIN, 'www.evil.example', 'https://evil.example', 'evil。example', 'a@evil.example', 'mailto:a@b.example'],
  ...[PHONE, '09012345678', '+81 90 1234 5678', '(555) 123-4567', '12345', '０１２０-４４４-１１３', '0120/444/113'],
])('a word that a mail program makes a link of is found: %s', (word) => {
  expect([autoLinked(`by ${word} to`), autoLinked(`by ${unlinked(word)} to`)]).toEqual([[word], []]);
});

it('a value that no table names is shown as if a member had chosen it', () => {
  const values = { ...MONEY_VALUES, reference: 'W-7K2M-9QXD', sender: `x\n\u2028\u202E${PHONE}` };
  const { body } = write('transferReceived', { values });
  expect(body).toContain(`x ${unlinked(PHONE)}`);
  expect(body).toContain('W-7K2M-9QXD');
});

it('Apple’s programs are told to look for no numbers, dates and addresses, and what they find still looks like words', () => {
  const { head } = documentOf(write('transferReceived').html);
  expect(head.querySelector('meta[name="format-detection"]')?.getAttribute('content')).toBe(
    'telephone=no, date=no, address=no, email=no, url=no',
  );
  expect(head.querySelector('style')?.textContent).toMatch(
    /a\[x-apple-data-detectors\] \{[^}]*text-decoration: none[^}]*pointer-events: none/,
  );
});

it('a name with a dot at its end, a year, and one without any sign stay as they are', () => {
  const names = ['J. R. Sato', 'Dr.', '佐藤 美香', 'Mika 1984'];
  expect(names.map(unlinked)).toEqual(names);
});

describe('a mail', () => {
  it('has every URL of the product as a link and what follows it as text', () => {
    const address = `${ORIGIN}/Freeze#token=fr_123`;
    const freezeLink = { address, purpose: 'freezing' } as const;
    const hrefs = (culture: (typeof CULTURES)[number]) =>
      [...documentOf(write('recoveryCodeUsed', { culture, freezeLink }).html).querySelectorAll('a')].map((link) =>
        link.getAttribute('href'),
      );
    for (const culture of CULTURES)
      expect(hrefs(culture)).toEqual([address, address, `${ORIGIN}/Help?culture=${culture}`]);
  });

  it('to a person who may not be a member names nobody', () => {
    const { html } = write('signUpCode', { username: null });
    expect(documentOf(html).body.textContent).toContain('Hello,');
    expect(html).not.toContain('mika');
  });

  it('keeps the digits of a code together, so that a copied one can be pasted', () => {
    expect(write('signUpCode').html).toMatch(/>482913</);
  });

  it('is small enough that no mail program cuts it off', () => {
    for (const kind of KINDS)
      expect(Buffer.byteLength(write(kind, { culture: 'ja-JP' }).html), kind).toBeLessThan(16_384);
  });
});
