// The files that operators supply: a text as `# Title` with Markdown below it; a notice as one such text for each
// language.
import { CULTURES, type Culture } from '#openapi/cultures.ts';
import { fillFigures, unknownFigures } from './figures.ts';
import { readRichText } from './rich-text.ts';

export interface SourceText {
  title: string;
  body: string;
}

/** The file cannot be shown; the message is for the operator. */
export class SourceRefused extends Error {
  override readonly name = 'SourceRefused';
}

const LONGEST_TITLE = 120;
/** More than any text of a club needs, and less than would make a page slow. */
const LONGEST_BODY = 60_000;
const TITLE = /^\uFEFF?\s*# +([^\n]+)\n([\s\S]*)$/;
const PART = /^=== *(\S+) *===$/;

/** Parses a text. @throws SourceRefused with every reason at once */
export function readSource(source: string, figures: Readonly<Record<string, string>>): SourceText {
  const [, title = '', body = ''] = TITLE.exec(source.replaceAll('\r\n', '\n')) ?? [];
  const text = { title: title.trim(), body: body.trim() };
  const reasons = [
    ...(text.title === '' ? ['the first line is not a title such as "# Terms of use"'] : []),
    ...(text.title.length > LONGEST_TITLE ? [`the title is longer than ${LONGEST_TITLE} characters`] : []),
    ...(text.title !== '' && text.body === '' ? ['there is nothing below the title'] : []),
    ...(text.body.length > LONGEST_BODY ? [`the text is longer than ${LONGEST_BODY} characters`] : []),
    ...(source.includes('\u0000') ? ['the file is not text'] : []),
    ...unknownFigures(`${text.title}\n${text.body}`, figures).map(
      (name) => `there is no figure {${name}}; known are ${Object.keys(figures).join(', ')}`,
    ),
    ...readRichText(text.body, (words) => fillFigures(words, figures)).refused,
  ];
  if (reasons.length > 0) throw new SourceRefused(reasons.join('\n'));
  return text;
}

/** Parses a notice: below each line such as `=== ja-JP ===`, the text in that language. @throws SourceRefused */
export function readNewsSource(source: string, figures: Readonly<Record<string, string>>): Record<Culture, SourceText> {
  const parts = new Map<string, string[]>();
  let part: string[] | null = null;
  for (const line of source.replaceAll('\r\n', '\n').split('\n')) {
    const [, culture] = PART.exec(line) ?? [];
    if (culture === undefined) {
      if (part === null && line.trim() !== '')
        throw new SourceRefused('a notice begins with a line such as "=== en-US ==="');
      part?.push(line);
      continue;
    }
    if (parts.has(culture)) throw new SourceRefused(`${culture} is there twice`);
    parts.set(culture, (part = []));
  }
  const unknown = [...parts.keys()].filter((culture) => !CULTURES.some((known) => known === culture));
  if (unknown.length > 0)
    throw new SourceRefused(`there is no language ${unknown.join(', ')}; known are ${CULTURES.join(', ')}`);
  const missing = CULTURES.filter((culture) => !parts.has(culture));
  if (missing.length > 0)
    throw new SourceRefused(`${missing.join(' and ')} ${missing.length === 1 ? 'is' : 'are'} missing`);
  const texts = CULTURES.map((culture) => [culture, readPart(culture, parts.get(culture) ?? [], figures)] as const);
  // One entry for each of the languages.
  return Object.fromEntries(texts) as Record<Culture, SourceText>;
}

function readPart(culture: Culture, lines: string[], figures: Readonly<Record<string, string>>): SourceText {
  try {
    return readSource(lines.join('\n'), figures);
  } catch (error) {
    throw error instanceof SourceRefused ? new SourceRefused(`${culture}: ${error.message}`) : error;
  }
}
