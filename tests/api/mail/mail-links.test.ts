// Where the tokens of mailed links are: in the fragment, which is sent to nobody, and never where a proxy logs them.
import { SUPPORT_EMAIL } from '#fixtures/support-email.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CULTURES } from '#openapi/cultures.ts';
import mailTexts from '#locales/en-US/mail.json' with { type: 'json' };
import { MAIL_PAGES, tokenLink } from '#server/platform/mail/links.ts';
import type { MailSecret } from '#server/platform/mail/outbox.ts';
import type { MailKind } from '#server/platform/mail/kinds.ts';
import { renderNotice, type Notice, type RenderedMail } from '#server/platform/mail/render.ts';
import { mailPages } from '#src/paths.ts';
import { settleCulture, mailTokenIn } from '#src/session/mail-token.tsx';
import { createStorage } from '#src/services/storage.ts';
import { memory } from '#tests/client/memory.ts';
import { MONEY_VALUES } from '../support/mail-values.ts';
import { PASSWORD } from '#fixtures/club/members.ts';
import { createWorld, type World } from '../support/world.ts';

const ORIGIN = 'https://wallet.example';
const KINDS = Object.entries(mailTexts).flatMap(([kind, entry]) =>
  typeof entry === 'object' && 'subject' in entry ? [kind as MailKind] : [],
);

type Written = Pick<RenderedMail, 'subject' | 'body' | 'html'>;

/**
 * Every attribute of a mail with its element, as written; parsing each mail into a document would take an eighth of the
 * time of all API tests.
 */
function attributesIn(
  html: string,
): readonly { readonly element: string; readonly name: string; readonly value: string }[] {
  return [...html.matchAll(/<([a-z]\w*)\b((?:[^>"']|"[^"]*"|'[^']*')*)>/gi)].flatMap(
    ([, element = '', attributes = '']) =>
      [...attributes.matchAll(/([\w-]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"']+))/g)].map(
        ([, name = '', double, single, bare]) => ({
          element,
          name,
          value: (double ?? single ?? bare ?? '').replaceAll('&amp;', '&'),
        }),
      ),
  );
}

/** Every URL in a mail: in its text and behind its buttons. */
function addressesOf({ subject, body, html }: Written): string[] {
  const hidden = attributesIn(html).map(({ value }) => value);
  return [...`${subject}\n${body}\n${hidden.join('\n')}`.matchAll(/https?:[\w.:/?=&#%+-]*[\w/=-]/g)].map(
    ([address]) => address,
  );
}

/**
 * The URLs that tell a server more than the page and the language: no mail of Perch has another query, so no token can
 * be in one.
 */
function queriesIn(mail: Written): string[] {
  return addressesOf(mail).filter(
    (address) => !/^[^?]*(\?culture=(en-US|ja-JP|zh-CN))?$/.test(address.split('#')[0] ?? ''),
  );
}

function write(kind: MailKind, culture: (typeof CULTURES)[number], links: Pick<Notice, 'link' | 'freezeLink'>) {
  return renderNotice({
    kind,
    culture,
    username: 'mika',
    device: 'Chrome, Android',
    at: new Date('2026-11-21T04:05:06Z'),
    origin: ORIGIN,
    supportEmail: SUPPORT_EMAIL,
    values: {
      left: '7',
      minutes: '10',
      heldUntil: '2026-11-22 04:05:06',
      freezeUntil: '2026-11-28 04:05:06',
      positionId: 'P-000042',
      referralCode: 'K7Q2M9XA',
      ticket: 'Q-7K2M-9QXD',
      ...MONEY_VALUES,
    },
    ...links,
  });
}

describe.each(CULTURES)('the mails in %s', (culture) => {
  it.each(KINDS)('%s: no link has a query except the language of the mail', (kind) => {
    const mail = write(kind, culture, {
      link: tokenLink({ publicOrigin: ORIGIN }, { page: '/Thaw', token: 'thw_x', culture }),
      freezeLink: {
        address: tokenLink({ publicOrigin: ORIGIN }, { page: '/Freeze', token: 'frz_x', culture }),
        purpose: 'freezing',
      },
    });
    expect(addressesOf(mail)).toEqual(
      expect.arrayContaining([
        `${ORIGIN}/Thaw?culture=${culture}#token=thw_x`,
        `${ORIGIN}/Freeze?culture=${culture}#token=frz_x`,
      ]),
    );
    expect(queriesIn(mail)).toEqual([]);
  });
});

describe.each(CULTURES)('the pages that mails in %s name', (culture) => {
  it.each(KINDS)('%s: each opens in the language of the mail, from the text and from buttons', (kind) => {
    const mail = write(kind, culture, {});
    const pages = addressesOf(mail).filter((address) => address.startsWith(`${ORIGIN}/`));
    expect(pages.filter((address) => !address.endsWith(`?culture=${culture}`))).toEqual([]);
    const pressed = attributesIn(mail.html).flatMap(({ element, name, value }) =>
      element === 'a' && name === 'href' ? [value] : [],
    );
    expect(pressed).toHaveLength(mail.html.split('<a ').length - 1);
    expect(pressed.filter((address) => !address.endsWith(`?culture=${culture}`))).toEqual([]);
  });
});

describe('a link with a token in its query', () => {
  const astray = `${ORIGIN}/Thaw?token=thw_x`;

  it.each([
    ['as the link of a mail', write('thawLink', 'en-US', { link: astray })],
    [
      'as the link that freezes',
      write('passwordChanged', 'ja-JP', { freezeLink: { address: astray, purpose: 'freezing' } }),
    ],
    ['behind the language', write('thawLink', 'ja-JP', { link: `${ORIGIN}/Thaw?culture=ja-JP&token=thw_x` })],
    ['before a fragment', write('thawLink', 'zh-CN', { link: `${astray}#top` })],
    ['in the words of a text', { subject: '', body: `Open ${astray}.`, html: '' }],
    ['behind a button alone', { subject: '', body: '', html: `<a href="${astray}">Open</a>` }],
  ])('is noticed %s', (_, mail) => {
    expect(queriesIn(mail)).not.toEqual([]);
  });

  it('cannot be enqueued: a mail accepts only a link that was built with its token in the fragment', () => {
    // @ts-expect-error -- a string is not such a link; the type check fails if it is accepted as one
    const secret: MailSecret = { link: astray, until: new Date(0) };
    expect(secret.link).toBe(astray);
  });
});

describe('a link that is built', () => {
  it.each(['ce+Zm9v-_', 'thw_Zm9v-_', 'frz_Zm9v-_'])(
    'gives its page the token %s and the language of the mail',
    (token) => {
      for (const page of MAIL_PAGES) {
        for (const culture of CULTURES) {
          const link = new URL(tokenLink({ publicOrigin: ORIGIN }, { page, token, culture }));
          expect([link.origin, link.pathname, link.search]).toEqual([ORIGIN, page, `?culture=${culture}`]);
          expect(mailTokenIn(link)).toBe(token);
          expect(
            settleCulture(createStorage(memory(), memory()), link, { state: null, replaceState: () => undefined }),
          ).toBe(culture);
        }
      }
    },
  );

  it('opens pages that remove the token from their URL, and nothing else opens those pages', () => {
    expect(mailPages.toSorted()).toEqual([...MAIL_PAGES].toSorted());
  });
});

describe('the mails that are sent', () => {
  let world: World;
  beforeAll(async () => void (world = await createWorld()));
  afterAll(() => world.close());

  it.each(CULTURES)(
    'have a link for each of the pages, and no query except the language of the mail: %s',
    async (culture) => {
      await world.db.deleteFrom('mails').execute();
      const member = await world.member();
      await world.db.updateTable('members').set({ culture }).where('id', '=', member.id).execute();
      const browser = world.browser();
      const { accessToken: token } = await browser.session(member);
      await browser.call('sendChangeEmailUrl', { body: { password: PASSWORD }, token });
      await browser.call('changePassword', {
        body: { password: PASSWORD, newPassword: 'correct horse battery' },
        token,
      });
      await browser.call('freezeAccount', { token });
      await world.browser().call('sendThawLink', { body: { email: member.email, username: member.username } });
      const mails = await world.db.selectFrom('mails').select(['subject', 'body', 'html']).execute();
      const withToken = mails.flatMap(addressesOf).filter((address) => mailTokenIn(new URL(address)) !== null);
      expect([...new Set(withToken.map((address) => new URL(address).pathname))].toSorted()).toEqual(
        [...MAIL_PAGES].toSorted(),
      );
      expect(mails.flatMap(queriesIn)).toEqual([]);
      expect([...new Set(withToken.map((address) => new URL(address).search))]).toEqual([`?culture=${culture}`]);
    },
  );
});
