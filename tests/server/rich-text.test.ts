// Operators' Markdown as a tree: nothing in it can become markup, and what is not part of the tree is refused when it
// is set.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkOfSchema } from '#server/platform/contract/validators.ts';
import { isSafeAddress, readRichText, type RichBlock, type RichInline } from '#server/domain/contents/rich-text.ts';
import { readNewsSource, readSource } from '#server/domain/contents/source.ts';

const linksOf = (blocks: readonly RichBlock[]): string[] =>
  blocks.flatMap((block) =>
    block.type === 'list'
      ? block.items.flatMap(linksOf)
      : block.type === 'quote'
        ? linksOf(block.body)
        : block.content.flatMap(linksIn),
  );
const linksIn = (inline: RichInline): string[] =>
  'content' in inline ? [...(inline.type === 'link' ? [inline.to] : []), ...inline.content.flatMap(linksIn)] : [];

describe('a text', () => {
  it('becomes headings, paragraphs, lists, quotes and inline parts', () => {
    const { body, refused } = readRichText(
      '## Fees {#fees}\n\nA **b** *c* `d` [e](/Faq)\\\nf\n\n1. one\n   - two\n\n> three',
    );
    expect(refused).toEqual([]);
    expect(body).toEqual([
      { type: 'heading', level: 2, id: 'fees', content: [{ type: 'text', text: 'Fees' }] },
      {
        type: 'paragraph',
        content: [
          { type: 'text', text: 'A ' },
          { type: 'strong', content: [{ type: 'text', text: 'b' }] },
          { type: 'text', text: ' ' },
          { type: 'emphasis', content: [{ type: 'text', text: 'c' }] },
          { type: 'text', text: ' ' },
          { type: 'code', text: 'd' },
          { type: 'text', text: ' ' },
          { type: 'link', to: '/Faq', content: [{ type: 'text', text: 'e' }] },
          { type: 'break' },
          { type: 'text', text: 'f' },
        ],
      },
      {
        type: 'list',
        ordered: true,
        items: [
          [
            { type: 'paragraph', content: [{ type: 'text', text: 'one' }] },
            {
              type: 'list',
              ordered: false,
              items: [[{ type: 'paragraph', content: [{ type: 'text', text: 'two' }] }]],
            },
          ],
        ],
      },
      { type: 'quote', body: [{ type: 'paragraph', content: [{ type: 'text', text: 'three' }] }] },
    ]);
  });

  it.each([
    '<script>alert(1)</script>',
    'a <b onclick="alert(1)">b</b>',
    '<img src=x onerror=alert(1)>',
    '![a picture](https://evil.example/x.png)',
    '[x](javascript:alert(1))',
    '[x](JaVaScRiPt:alert(1))',
    '[x](data:text/html,<script>alert(1)</script>)',
    '[x](//evil.example)',
    '[x](/\\evil.example)',
    '[x](http://evil.example)',
    '[x](https://user:pass@evil.example)',
    '<javascript:alert(1)>',
    '| a |\n|---|\n| b |',
    '```\ncode\n```',
    '# A title inside',
    '- # A heading in a list',
    `${'> '.repeat(40)}deep`,
    '## A {#a}\n\n## B {#a}',
  ])('%j is refused, and is plain text if it is shown all the same', (markdown) => {
    const { body, refused } = readRichText(markdown);
    expect(refused).not.toEqual([]);
    expect(linksOf(body)).toEqual([]);
    expect(() => readSource(`# Title\n\n${markdown}`, {})).toThrow();
  });

  it('matches the description and links only to safe addresses, whatever is typed', () => {
    const check = checkOfSchema('RichText');
    const pieces = fc.constantFrom(
      '[a](',
      'javascript:alert(1)',
      'https://a.example',
      '/Faq',
      ')',
      '<',
      '>',
      'b',
      '*',
      '**',
      '`',
      '\n',
      '\n\n',
      '- ',
      '> ',
      '# ',
      '## ',
      '{#x}',
      '![',
      ']',
      '&#106;',
      '|',
      '\\',
      ' ',
      '{name}',
      '<script>',
    );
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 40 }), (parts) => {
        const { body } = readRichText(parts.join(''), (text) => text.replace('{name}', '](javascript:x) <b>'));
        expect(check(body)).toBeNull();
        for (const to of linksOf(body)) expect(isSafeAddress(to)).toBe(true);
      }),
      { numRuns: 500 },
    );
  });

  it('fills in figures as text, never as markup', () => {
    const filled = '**b** [x](https://a.example)';
    const { body } = readRichText('{name} `{name}`', (text) => text.replace('{name}', filled));
    expect(body).toEqual([
      {
        type: 'paragraph',
        content: [
          { type: 'text', text: `${filled} ` },
          { type: 'code', text: filled },
        ],
      },
    ]);
  });
});

describe('a file', () => {
  it.each([
    ['', 'the first line is not a title'],
    ['Terms', 'the first line is not a title'],
    ['# Terms\n', 'nothing below the title'],
    [`# ${'x'.repeat(121)}\nText`, 'longer than 120'],
    [`# Terms\n${'x'.repeat(60_001)}`, 'longer than 60000'],
    ['# Terms\n{fee}', 'there is no figure {fee}; known are rate'],
    ['# Terms {fee}\nText', 'there is no figure {fee}; known are rate'],
    ['# Terms\n`{fee}`', 'there is no figure {fee}; known are rate'],
    ['# Terms\n\u0000', 'not text'],
  ])('%j is refused with the reason', (source, reason) => {
    expect(() => readSource(source, { rate: '1' })).toThrow(reason);
  });

  it.each([
    ['# A\nb', 'begins with a line such as'],
    ['=== en-US ===\n# A\nb', 'ja-JP and zh-CN are missing'],
    ['=== en-US ===\n# A\nb\n=== en-US ===\n# A\nb', 'en-US is there twice'],
    ['=== fr-FR ===\n# A\nb', 'there is no language fr-FR'],
    ['=== en-US ===\n# A\nb\n=== ja-JP ===\nA\n=== zh-CN ===\n# A\nb', 'ja-JP: the first line is not a title'],
  ])('of a notice: %j is refused with the reason', (source, reason) => {
    expect(() => readNewsSource(source, {})).toThrow(reason);
  });
});
