// Printed files: pages of text and tables, tagged for screen readers, in the fonts of a language (PDF 1.7).
import type PDFDocument from 'pdfkit';
import type { Culture } from '#openapi/cultures.ts';
import { loadFonts, runsOf, type LoadedFont, type Run } from './fonts.ts';

/** What a printed file is about. */
export interface Printed {
  /** The root of the product, where the fonts are. */
  root: string;
  culture: Culture;
  title: string;
  author: string;
  madeAt: Date;
  /** Aborted when nobody waits for it any more; it ends with the signal's reason at the next page of a table. */
  over: AbortSignal;
}

export interface Column {
  head: string;
  /** Its part of the width of the page, in points; all columns together fill it. */
  width: number;
  /** Amounts are at the right, and become smaller rather than go on in a second line. */
  isAmount?: boolean;
}

/** The page is A4 across, since an amount may have eighteen decimals. In points. */
const PAGE = { width: 841.89, height: 595.28, margin: 40 } as const;
export const INNER_WIDTH = PAGE.width - 2 * PAGE.margin;
const TEXT = 8.5;
const SMALLEST = 4;
const LINE_HEIGHT = 1.35;
const PADDING = 3;
const INK = '#1b2430';
const MUTED = '#566170';
const RULE = '#c9d0d8';
/** Room that a heading needs below it, so that none is the last on a page. */
const BELOW_HEADING = 60;
const FOOT = 14;

/** An option of the library that its types don't have. */
const HEAD_OF_COLUMN: { title?: string; scope: 'Column' } = { scope: 'Column' };

type Element = InstanceType<typeof PDFDocument>['struct'] extends (...given: never[]) => infer Made ? Made : never;

/** A file that is written from top to bottom. */
export class Sheet {
  private readonly doc: InstanceType<typeof PDFDocument>;
  private readonly fonts: readonly LoadedFont[];
  private readonly foot: string;
  private readonly over: AbortSignal;
  private readonly parts: Buffer[] = [];
  private readonly section: Element;
  private y: number = PAGE.margin;

  private constructor(
    doc: InstanceType<typeof PDFDocument>,
    fonts: readonly LoadedFont[],
    { title, over }: Pick<Printed, 'title' | 'over'>,
  ) {
    this.doc = doc;
    this.fonts = fonts;
    this.foot = title;
    this.over = over;
    doc.on('data', (part: Buffer) => this.parts.push(part));
    for (const { name, content } of fonts) doc.registerFont(name, content);
    this.section = doc.struct('Sect');
    doc.addStructure(this.section);
  }

  /** Begins a file; what makes files is loaded only now. */
  static async begin({ root, culture, title, author, madeAt, over }: Printed): Promise<Sheet> {
    const { default: Document } = await import('pdfkit');
    const fonts = await loadFonts(root, culture);
    const doc = new Document({
      size: [PAGE.width, PAGE.height],
      // Everything is placed here; the library would begin a new page by itself.
      margin: 0,
      bufferPages: true,
      // None of the standard fonts, which readers would have to bring.
      font: '',
      pdfVersion: '1.7',
      tagged: true,
      lang: culture,
      displayTitle: true,
      info: { Title: title, Author: author, Creator: author, CreationDate: madeAt },
    });
    return new Sheet(doc, fonts, { title, over });
  }

  /** A line above a part of the file; the first level is the title of all. */
  heading(text: string, level: 1 | 2): void {
    const size = level === 1 ? 18 : 11;
    if (this.y > PAGE.margin) this.y += size * 0.8;
    if (this.y + size + BELOW_HEADING > this.bottom()) this.newPage();
    const at = this.y;
    this.tagged(`H${level}`, () => this.draw(text, { x: PAGE.margin, y: at, size, color: INK }));
    this.y += size * LINE_HEIGHT + PADDING;
  }

  /** A sentence. */
  paragraph(text: string): void {
    const lines = this.wrapped(text, INNER_WIDTH, TEXT);
    if (this.y + lines.length * TEXT * LINE_HEIGHT > this.bottom()) this.newPage();
    const at = this.y;
    this.tagged('P', () =>
      lines.forEach((line, place) =>
        this.draw(line, { x: PAGE.margin, y: at + place * TEXT * LINE_HEIGHT, size: TEXT, color: MUTED }),
      ),
    );
    this.y += lines.length * TEXT * LINE_HEIGHT + PADDING;
  }

  /** A table whose head is repeated on each page; lets others work between its pages. */
  async table(columns: readonly Column[], rows: Iterable<readonly string[]>): Promise<void> {
    const table = this.doc.struct('Table');
    this.section.add(table);
    const widths = columns.map(({ width }) => width);
    const head = this.cells(
      columns,
      columns.map((column) => column.head),
    );
    const drawHead = (isFirst: boolean) => {
      if (isFirst) this.row(table, { cells: head, widths, columns, color: MUTED, tag: 'TH' });
      else this.untagged(() => this.row(null, { cells: head, widths, columns, color: MUTED, tag: 'TH' }));
    };
    drawHead(true);
    for (const row of rows) {
      const cells = this.cells(columns, row);
      if (this.y + heightOf(cells) > this.bottom()) {
        this.newPage();
        drawHead(false);
        await new Promise((resolve) => setImmediate(resolve));
        this.over.throwIfAborted();
      }
      this.row(table, { cells, widths, columns, color: INK, tag: 'TD' });
    }
    table.end();
  }

  /** Numbers the pages and returns the file. */
  async end(): Promise<Buffer> {
    const { start, count } = this.doc.bufferedPageRange();
    for (let page = start; page < start + count; page += 1) {
      this.doc.switchToPage(page);
      const number = `${page + 1} / ${count}`;
      this.untagged(() => {
        const y = PAGE.height - PAGE.margin + PADDING;
        this.draw(this.foot, { x: PAGE.margin, y, size: TEXT - 1, color: MUTED });
        this.draw(number, { x: PAGE.width - PAGE.margin, y, size: TEXT - 1, color: MUTED, isRight: true });
      });
    }
    this.section.end();
    const ended = new Promise((resolve) => this.doc.once('end', resolve));
    this.doc.end();
    await ended;
    return Buffer.concat(this.parts);
  }

  private row(
    table: Element | null,
    drawn: {
      cells: readonly Cell[];
      widths: readonly number[];
      columns: readonly Column[];
      color: string;
      tag: 'TH' | 'TD';
    },
  ): void {
    const { cells, widths, columns, color, tag } = drawn;
    const top = this.y;
    const draws = cells.map(({ lines, size }, place) => () => {
      const x = PAGE.margin + widths.slice(0, place).reduce((left, width) => left + width, 0);
      const width = widths[place] ?? 0;
      lines.forEach((line, number) => {
        const y = top + PADDING + number * TEXT * LINE_HEIGHT;
        const isRight = columns[place]?.isAmount === true;
        this.draw(line, { x: isRight ? x + width - PADDING : x + PADDING, y, size, color, isRight });
      });
    });
    if (table === null) for (const draw of draws) draw();
    else {
      const options = tag === 'TH' ? HEAD_OF_COLUMN : {};
      table.add(
        this.doc.struct(
          'TR',
          {},
          draws.map((draw) => this.doc.struct(tag, options, draw)),
        ),
      );
    }
    this.y += heightOf(cells);
    const line = () =>
      this.doc
        .moveTo(PAGE.margin, this.y)
        .lineTo(PAGE.width - PAGE.margin, this.y)
        .lineWidth(0.5)
        .strokeColor(RULE)
        .stroke();
    if (table === null) line();
    else this.untagged(line);
  }

  private cells(columns: readonly Column[], texts: readonly string[]): Cell[] {
    return columns.map(({ width, isAmount = false }, place) => {
      const text = texts[place] ?? '';
      const room = width - 2 * PADDING;
      if (!isAmount) return { lines: this.wrapped(text, room, TEXT), size: TEXT };
      const wide = this.widthOf(runsOf(text, this.fonts), TEXT);
      return { lines: [text], size: wide <= room ? TEXT : Math.max(SMALLEST, (TEXT * room) / wide) };
    });
  }

  /** A text in lines that fit a width, broken at blanks where there are some. */
  private wrapped(text: string, room: number, size: number): string[] {
    const fits = (part: string) => this.widthOf(runsOf(part, this.fonts), size) <= room;
    if (fits(text)) return [text];
    const lines: string[] = [];
    let line = '';
    for (const { segment } of new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(text)) {
      if (line === '' || fits(line + segment)) {
        line += segment;
        continue;
      }
      const blank = line.lastIndexOf(' ');
      const end = blank > 0 ? blank : line.length;
      lines.push(line.slice(0, end));
      line = `${line.slice(end).trimStart()}${segment}`;
    }
    return [...lines, line];
  }

  private widthOf(runs: readonly Run[], size: number): number {
    return runs.reduce((width, { font, text }) => width + this.doc.font(font).fontSize(size).widthOfString(text), 0);
  }

  private draw(
    text: string,
    { x, y, size, color, isRight = false }: { x: number; y: number; size: number; color: string; isRight?: boolean },
  ): void {
    const runs = runsOf(text, this.fonts);
    let left = isRight ? x - this.widthOf(runs, size) : x;
    this.doc.fillColor(color);
    for (const run of runs) {
      this.doc.font(run.font).fontSize(size);
      // The fonts have their letters at different heights: all are on one line.
      this.doc.text(run.text, left, y + size, { lineBreak: false, baseline: 'alphabetic' });
      left += this.doc.widthOfString(run.text);
    }
  }

  private tagged(tag: string, draw: () => void): void {
    this.section.add(this.doc.struct(tag, {}, draw));
  }

  /** What is drawn is decoration: screen readers skip it. */
  private untagged(draw: () => void): void {
    this.doc.markContent('Artifact');
    draw();
    this.doc.endMarkedContent();
  }

  private bottom(): number {
    return PAGE.height - PAGE.margin - FOOT;
  }

  private newPage(): void {
    this.doc.addPage();
    this.y = PAGE.margin;
  }
}

interface Cell {
  lines: readonly string[];
  size: number;
}

function heightOf(cells: readonly Cell[]): number {
  return Math.max(1, ...cells.map(({ lines }) => lines.length)) * TEXT * LINE_HEIGHT + 2 * PADDING;
}
