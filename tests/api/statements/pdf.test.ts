// A statement as PDF: its text is read back and compared with the figures, in each language; no letter is missing.
import { getDocument, OPS } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { exactOf } from '#money/shown.ts';
import type { Asset } from '#money/assets.ts';
import { CULTURES, type Culture } from '#openapi/cultures.ts';
import { handlers } from '#server/entry/handlers.ts';
import { statementFiles } from '#server/entry/operations/export-statement-pdf.ts';
import { statementPdf } from '#server/domain/statements/pdf.ts';
import { makeStatement, type Statement } from '#server/domain/statements/statement.ts';
import { loadFonts, runsOf } from '#server/platform/pdf/fonts.ts';
import { clockIn } from '#server/platform/system/zones.ts';
import { texts } from '#server/platform/texts/texts.ts';
import { rich, type Rich } from '../support/money.ts';
import { movedMember } from '../support/moved.ts';
import { createWorld, type World } from '../support/world.ts';

/** A Japanese and a simplified Chinese name, whose last letters the other language's font does not have. */
const NAME = '髙𠮷 张伟书 Łukasz';
/** Of a caller who doesn't go. */
const NEVER = new AbortController().signal;

let world: World;
let who: Rich;
beforeAll(async () => {
  world = await createWorld();
  ({ who } = await movedMember(world, { name: NAME, other: '张伟书' }));
});
afterAll(() => world.close());

interface Read {
  pages: string[];
  /** The numbers of letters in their fonts; 0 is the box of a missing one. */
  glyphs: number[];
  language: string | undefined;
  title: string | undefined;
  isTagged: boolean;
  /** The kinds of elements that a screen reader is told. */
  roles: Set<string>;
}

/** Reads a file back, without drawing it. */
async function read(file: Uint8Array): Promise<Read> {
  const document = await getDocument({ data: new Uint8Array(file), verbosity: 0 }).promise;
  const found: Read = {
    pages: [],
    glyphs: [],
    language: undefined,
    title: undefined,
    isTagged: false,
    roles: new Set(),
  };
  const { info } = await document.getMetadata();
  const { Language: language, Title: title } = info as { Language?: string; Title?: string };
  Object.assign(found, { language, title, isTagged: (await document.getMarkInfo())?.['Marked'] === true });
  for (let number = 1; number <= document.numPages; number += 1) {
    const page = await document.getPage(number);
    const { items } = await page.getTextContent();
    found.pages.push(items.map((item) => ('str' in item ? `${item.str}${item.hasEOL ? '\n' : ''}` : '')).join(''));
    const { fnArray: acts, argsArray: given } = await page.getOperatorList();
    for (const [place, act] of acts.entries())
      if (act === OPS.showText)
        for (const glyph of (given[place] as [({ originalCharCode?: number } | number)[]])[0])
          if (typeof glyph === 'object') found.glyphs.push(glyph.originalCharCode ?? 0);
    const visit = (node: { role?: string; children?: readonly object[] }) => {
      if (node.role !== undefined) found.roles.add(node.role);
      for (const child of node.children ?? []) visit(child);
    };
    visit((await page.getStructTree()) as never);
  }
  await document.destroy();
  return found;
}

/** Parts of a text stand apart on a page, and a letter of another font is a part. */
const joined = (text: string) => text.replaceAll(/\s/g, '');

describe.each(CULTURES)('a statement as PDF in %s', (culture) => {
  it('has the figures of the statement, its member, its period and the moment that it was made', async () => {
    const asked = { path: { period: '2026-09' }, query: { timeZone: 'Asia/Tokyo' } } as const;
    const { assets, elsewhere, madeAt } = (await who.call('getStatement', asked)).body;
    const { status, headers, body } = await who.call('exportStatementPdf', { ...asked, culture });
    expect([status, headers['content-type'], headers['content-disposition'], headers['cache-control']]).toEqual([
      200,
      'application/pdf',
      'attachment; filename="perch-statement-2026-09.pdf"',
      'no-store',
    ]);
    const { pages, glyphs, language, title, isTagged, roles } = await read(body);
    const text = joined(pages.join(''));
    const { statements: words, statementFile: file } = texts(culture);
    expect(pages.map((page, place) => page.includes(`${place + 1} / ${pages.length}`))).toEqual(pages.map(() => true));
    expect([language, title, isTagged]).toEqual([culture, `Perch ${file.title} 2026-09 ${who.member.username}`, true]);
    expect([...roles]).toEqual(expect.arrayContaining(['H1', 'H2', 'P', 'Table', 'TR', 'TH', 'TD']));
    expect(glyphs.length).toBeGreaterThan(1000);
    expect(glyphs.filter((glyph) => glyph === 0)).toEqual([]);
    const wanted: string[] = [
      'Perch',
      NAME,
      who.member.username,
      { 'en-US': '2026-09-01–2026-09-30', 'ja-JP': '2026-09-01～2026-09-30', 'zh-CN': '2026-09-01至2026-09-30' }[
        culture
      ],
      // 04:00 in UTC.
      culture === 'en-US' ? '2026-11-2113:00:00(Asia/Tokyo)' : '2026-11-2113:00:00（Asia/Tokyo）',
      '张伟书',
      words.elsewhere.title,
      texts(culture).receiptKind.binaryBonus,
      words.withdrawalReturned,
    ];
    expect(madeAt).toBe('2026-11-21T04:00:00.000Z');
    for (const { asset, opening, in: came, out, fees, closing, kinds } of assets)
      wanted.push(
        joined([asset, ...[opening, came, out, fees, closing].map((each) => exactOf(each, asset))].join('')),
        ...kinds.map(
          (each: { in: string; out: string }) => `${asset}${exactOf(each.in, asset)}${exactOf(each.out, asset)}`,
        ),
      );
    for (const { place, asset, amount } of elsewhere)
      wanted.push(`${words.elsewhere[place as 'stakes']}${asset}${exactOf(amount, asset as Asset)}`);
    for (const each of wanted) expect(text, each).toContain(joined(each));
  });

  it('names fees of which more were returned than charged, without a sign, in a column of their own', async () => {
    const asked = { path: { period: '2026-10' }, query: { timeZone: 'Asia/Tokyo' } } as const;
    const { pages, glyphs } = await read((await who.call('exportStatementPdf', { ...asked, culture })).body);
    const text = joined(pages.join(''));
    const { statements: words } = texts(culture);
    expect(text).toContain(joined(words.fees + words.feesReturned + words.closing));
    expect(text).toContain('USDT970.15432372.000.000.006.001,042.154323');
    expect(glyphs.filter((glyph) => glyph === 0)).toEqual([]);
    const before = await read(
      (await who.call('exportStatementPdf', { ...asked, path: { period: '2026-09' }, culture })).body,
    );
    expect(joined(before.pages.join(''))).not.toContain(joined(words.feesReturned));
  });

  it('has each line with its balance', async () => {
    const statement = await september();
    const { pages } = await read(
      await statementPdf(statement, { culture, root: world.services.config.root, over: NEVER }),
    );
    const text = joined(pages.join(''));
    const words = texts(culture);
    for (const { asset, lines } of statement.assets)
      for (const { at, reference, kind, counterparty, amount, fee, balance } of lines) {
        const parts = [
          clockIn(at, 'Asia/Tokyo'),
          reference,
          kind === 'withdrawalReturned' ? words.statements.withdrawalReturned : words.receiptKind[kind],
          counterparty ?? '',
          `${amount.startsWith('-') ? '' : '+'}${exactOf(amount, asset)}`,
          fee === '0' ? '' : exactOf(fee, asset),
          exactOf(balance, asset),
        ];
        expect(text).toContain(joined(parts.join('')));
      }
  });

  it('has its own words in its first font', async () => {
    const [first] = await loadFonts(world.services.config.root, culture);
    const { statements, statementFile, receiptKind } = texts(culture);
    const letters = new Set(JSON.stringify([statements, statementFile, receiptKind]).replaceAll(/[\s\\]/g, ''));
    expect([...letters].filter((letter) => first?.has(letter) !== true)).toEqual([]);
  });
});

describe('letters', () => {
  const fontsOf = (culture: Culture) => loadFonts(world.services.config.root, culture);

  it('that one language has and another has not are drawn in the font that has them, words in one', async () => {
    expect(runsOf('髙橋 张伟书 Łukasz', await fontsOf('ja-JP'))).toEqual([
      { font: 'japanese', text: '髙橋 ' },
      { font: 'chinese', text: '张伟书' },
      { font: 'japanese', text: ' ' },
      { font: 'latin', text: 'Łukasz' },
    ]);
    expect(runsOf('𠮷田', await fontsOf('zh-CN'))).toEqual([{ font: 'japanese', text: '𠮷田' }]);
    expect(runsOf('Ann 山', await fontsOf('en-US'))).toEqual([
      { font: 'latin', text: 'Ann ' },
      { font: 'japanese', text: '山' },
    ]);
  });

  it('that no font has are written as their number, and what has no form is left out', async () => {
    expect(runsOf('김a', await fontsOf('en-US'))).toEqual([{ font: 'latin', text: '[U+AE40]a' }]);
    expect(runsOf('葛\u{E0100}城\u200D\n', await fontsOf('ja-JP'))).toEqual([{ font: 'japanese', text: '葛城 ' }]);
  });
});

describe('a long statement', () => {
  const manyTimes = ({ lines }: Statement['assets'][number]) =>
    Array.from({ length: 400 }, (_, place) => ({
      ...(lines[0] ?? null),
      reference: `T-${String(place).padStart(4, '0')}-LONG`,
    })) as typeof lines;

  it('ends at its next page when its caller has gone', async () => {
    const statement = await september();
    const usdt = statement.assets[0] ?? { asset: 'USDT', opening: '0', closing: '0', lines: [] };
    const gone = new AbortController();
    const made = statementPdf(
      { ...statement, assets: [{ ...usdt, lines: manyTimes(usdt) }] },
      { culture: 'en-US', root: world.services.config.root, over: gone.signal },
    );
    gone.abort(new Error('gone'));
    await expect(made).rejects.toThrow('gone');
  });

  it('goes on over pages, repeats its heads and lets others work meanwhile', async () => {
    const statement = await september();
    const usdt = statement.assets[0] ?? { asset: 'USDT', opening: '0', closing: '0', lines: [] };
    const many = manyTimes(usdt);
    let turns = 0;
    const counting = setInterval(() => (turns += 1), 1);
    const file = await statementPdf(
      { ...statement, assets: [{ ...usdt, lines: many }] },
      { culture: 'en-US', root: world.services.config.root, over: NEVER },
    );
    clearInterval(counting);
    const { pages } = await read(file);
    expect(pages.length).toBeGreaterThan(10);
    expect(turns).toBeGreaterThan(pages.length / 2);
    const text = pages.join('');
    for (const { reference } of many) expect(text.split(reference)).toHaveLength(2);
    for (const page of pages.slice(2)) expect(page).toMatch(/Date.*Reference.*Balance/s);
    expect(pages.at(-1)).toContain(`${pages.length} / ${pages.length}`);
  });
});

function september(): Promise<Statement> {
  return makeStatement(world.services, { memberId: who.member.id, period: '2026-09', timeZone: 'Asia/Tokyo' });
}

describe('files of several members', () => {
  const asked = { path: { period: '2026-11' } } as const;

  it('are made for everybody, while one who asks again meanwhile is told when to try again', async () => {
    const held = gate();
    const begun = gate();
    const make: typeof statementPdf = async (...given) => {
      begun.open();
      await held.opened;
      return statementPdf(...given);
    };
    const shop = await createWorld({ on: world, handlers: { ...handlers, exportStatementPdf: statementFiles(make) } });
    const [one, other] = [await rich(shop, { USDT: '10' }), await rich(shop, { USDT: '10' })];
    const first = one.call('exportStatementPdf', asked);
    await begun.opened;
    for (let time = 0; time < 2; time += 1) {
      const { status, body, headers } = await one.call('exportStatementPdf', asked);
      expect([status, body.code, headers['retry-after']]).toEqual([429, 'too_many_requests', '2']);
    }
    const second = other.call('exportStatementPdf', asked);
    held.open();
    expect((await Promise.all([first, second])).map(({ status }) => status)).toEqual([200, 200]);
    expect((await one.call('exportStatementPdf', asked)).status).toBe(200);
    await shop.close();
  });
});

/** What is waited for until it is opened. */
function gate(): { readonly open: () => void; readonly opened: Promise<void> } {
  let open = (): void => undefined;
  const opened = new Promise<void>((done) => (open = done));
  return { open: () => open(), opened };
}
