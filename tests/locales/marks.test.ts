import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

/**
 * Punctuation belongs to the catalogue: an English colon or bracket differs from a Japanese or Chinese one. Components
 * join texts by its `labelled`, `aside`, `separator` and `step`.
 */

const WRITTEN_MARKS: readonly RegExp[] = [
  // After a text, or after a prop that is one.
  /\bt\([^\n]*?\)\}(<\/(strong|span|em|b)>)?[:.!?,](\s|<|\{|`)|\{(label|title|text)\}[:.!?](\s|<|\{)/,
  // After an element, and between two expressions of a text.
  /<\/\w+> ?[(·/—–]|<\/\w+>[:,.] [{<]/,
  /\} ?[·/—–] ?[{<]|\} \(\{|\}[.:,] \{[a-z]\w*[^}\n]*\}$/m,
  /\{'[\s·,:;()/—–|]*[·,:;()/—–|][\s·,:;()/—–|]*'\}/,
  // In a template, and between the parts of a list.
  /`[^`\n]*[·—–|] ?\$\{|\} \(\$\{|`[^`\n]*\}[,:;] \$\{/,
  /\.join\('[^'\n]*[·,;+/—–|:][^'\n]*'\)/,
];

it('no component puts punctuation between texts', () => {
  const components = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.tsx'));
  expect(components.length).toBeGreaterThan(100);
  const written = components.flatMap((name) => {
    const source = readFileSync(`src/${name}`, 'utf8');
    return WRITTEN_MARKS.flatMap((mark) => (source.match(mark) ?? []).slice(0, 1).map((found) => `${name}: ${found}`));
  });
  expect(written).toEqual([]);
});

it.each([
  "{t('days.wallet')}: {amount}",
  "<strong>{t('offline.title')}</strong>. More",
  '{label}: <span>',
  "`${t('qr')}. ${network}`",
  '<time>{at}</time> ({told})',
  '{index + 1}. {step}',
  '{current}/{steps.length}',
  "{member.positionId} ({t('root')})",
  '{ticket} · <time>',
  "{' · '}",
  '` · ${device}`',
  '`${username} (${positionId})`',
  "`${asset}, ${t('anyAmount')}`",
  ".join(', ')",
])('%s would be found', (planted) => {
  expect(WRITTEN_MARKS.some((mark) => mark.test(planted))).toBe(true);
});
