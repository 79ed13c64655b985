// The crawl's checks find what was planted, and nothing else.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Browser, Page } from 'playwright-core';
import { SUPPORT_EMAIL } from '#fixtures/support-email.ts';
import { launchChromium } from '#fixtures/browser/chromium.ts';
import { englishLeft } from '#tests/locales/english-left.ts';
import { badBreaks } from './crawl/line-breaks.ts';
import { clipped, hardCoded, pseudoText } from './crawl/pseudo.ts';
import { englishOn } from './support/english.ts';
import { bareKeys, scrollsSideways } from './support/look.ts';

let browser: Browser;
let page: Page;

beforeAll(async () => {
  browser = await launchChromium();
  page = await browser.newPage({ viewport: { width: 360, height: 780 } });
});
afterAll(() => browser.close());

const shows = (body: string): Promise<void> =>
  page.setContent(
    `<!doctype html><html lang="ja"><title>⟦ẋ⟧</title><body style="margin:0;font:20px monospace">${body}</body></html>`,
  );

describe('line breaks', () => {
  it('are found if a line begins with a forbidden character, ends with an opening one, or splits a number', async () => {
    await shows(
      '<p style="width:60px;line-break:anywhere">ああ漢字、かなか</p><p style="width:5.5ch;word-break:break-all">12 345678</p>',
    );
    expect(await badBreaks(page)).toEqual([expect.stringContaining('a number is broken')]);
    await shows(
      '<p style="width:82px;line-break:anywhere">漢字漢字、かな</p><p style="width:62px;line-break:anywhere">漢字「漢字」</p>',
    );
    expect((await badBreaks(page)).map((problem) => problem.slice(0, 16))).toEqual(
      expect.arrayContaining(['a line begins wi', 'a line ends with']),
    );
    await shows(
      '<p style="width:82px;line-break:strict">漢字漢字、かな</p><p style="width:130px">漢字「漢字」 1234</p>',
    );
    expect(await badBreaks(page)).toEqual([]);
  });

  it('are found inside a word, unless it is longer than words are or may be broken', async () => {
    const breaks = async (style: string, text: string) => {
      await shows(`<p ${style}>${text}</p>`);
      return badBreaks(page);
    };
    const narrow = 'style="width:7ch;overflow-wrap:anywhere"';
    expect(await breaks(narrow, 'Withdraw')).toEqual([expect.stringContaining('a word is broken')]);
    expect(await breaks(narrow, 'Maximilianschristoph')).toEqual([]);
    expect(await breaks('style="width:7ch" class="wrap-anywhere"', 'Withdraw')).toEqual([]);
    expect(await breaks(narrow, 'To draw')).toEqual([]);
  });
});

describe('what is read as one', () => {
  it.each(['W-7K2M-9QXD', 'req-7d1f_a-2', '1 BTC = 62000 USD'])(
    'is found if a line breaks inside: %s',
    async (whole) => {
      const place = 'width:14ch';
      for (const [shape, broken] of [
        [place, true],
        [`${place};overflow-wrap:anywhere" class="wrap-anywhere`, true],
        [`${place};white-space:nowrap`, false],
      ] as const) {
        await shows(`<p style="${shape}">照会番号 ${whole}</p>`);
        expect((await badBreaks(page)).includes(`broken inside: ${whole}`), shape).toBe(broken);
      }
    },
  );
});

describe('the pseudo-language', () => {
  it('marks every letter and keeps placeholders', () => {
    const text = pseudoText('Hello {{name}}, <0>read</0> $t(common:more)');
    expect(text).toMatch(/^⟦.*⟧$/);
    for (const kept of ['{{name}}', '<0>', '</0>', '$t(common:more)']) expect(text).toContain(kept);
    expect(text.replace(/\{\{name\}\}|<\/?0>|\$t\(common:more\)/g, '')).not.toMatch(/[A-Za-z]/);
    expect(text.length).toBeGreaterThan('Hello {{name}}, <0>read</0> $t(common:more)'.length * 1.2);
  });

  it('shows what is not from the catalogue, in texts and in names', async () => {
    await shows('<p>⟦Šéñð⟧ USDT</p><p>Send it</p><button aria-label="Close">⟦ẋ⟧</button>');
    expect(await hardCoded(page, (text) => englishLeft(text, []))).toEqual(
      ['Send', 'it', 'Close'].map((word) => `not from the catalogue: "${word}"`),
    );
  });

  it('shows what has no room, and lets a wide table scroll', async () => {
    await shows(
      '<div style="width:80px;overflow:hidden;white-space:nowrap">⟦Ļöñĝéŕ ẋẋẋẋ⟧</div><div style="position:fixed;left:330px;white-space:nowrap">⟦Ḿéñû ẋẋ⟧</div>',
    );
    expect(await clipped(page)).toHaveLength(2);
    await shows(
      '<div style="overflow-x:auto"><table style="width:800px"><td>⟦ẋ⟧</td><td>⟦Ļöñĝéŕ⟧</td></table></div><p>⟦Ļöñĝéŕ ẋẋẋẋ⟧</p>',
    );
    expect(await clipped(page)).toEqual([]);
  });
});

describe('a page', () => {
  it('that scrolls sideways or shows a key is found', async () => {
    await shows('<div style="width:500px">contents:search.label Nori.tanaka</div>');
    expect([...(await scrollsSideways(page)), ...(await bareKeys(page, ['Nori.tanaka']))]).toEqual([
      'scrolls sideways',
      'bare key contents:search.label',
    ]);
  });

  it('in another language with an English word is found, except for words in no language', async () => {
    await shows('<p>残高 Balance of Mika</p><p translate="no">Vault</p><p translate="no" hidden>Other</p>');
    expect(await englishOn(page, 'ja-JP', ['Mika'])).toEqual(['English "Balance"', 'English "of"']);
    expect(await englishOn(page, 'en-US', [])).toEqual([]);
    expect(await page.locator('body').innerText()).toMatch(/Vault$/);
  });

  it('in another language with an English progress text is found, unlike a shortened name', async () => {
    await shows('<button>Cancelling…</button><svg><text>Mika-Mar…</text></svg>');
    expect(await englishOn(page, 'ja-JP', ['Mika-Marie'])).toEqual(['English "Cancelling"']);
    await shows('<button>取り消しています…</button><svg><text>Mika-Mar…</text></svg>');
    expect(await englishOn(page, 'ja-JP', ['Mika-Marie'])).toEqual([]);
  });

  it('may have names, codes and addresses in Latin letters, and no other word', () => {
    const text = `残高 12 USDT、nori.tanaka さん、Noriko-Alexandra v…、D-RVSY-R4TS、0x98 58Ef FD23、${SUPPORT_EMAIL}、https://perch.example/x?left`;
    expect(englishLeft(text, ['nori.tanaka', 'Noriko-Alexandra van der Berg'])).toEqual([]);
    expect(englishLeft('残高 Balance', [])).toEqual(['Balance']);
  });
});
