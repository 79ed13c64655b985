// What `npm run walk` prints, drawn as a terminal shows it.
import { execFileSync } from 'node:child_process';
import { escaped } from '#walk/paths/markup.ts';

/** What is typed after `npm run walk --`. */
const TYPED = [['sign-in'], ['sign-in-01'], ['sign-in', '--level', 'machine', '--matrix', 'none']] as const;

const COLUMNS = 96;
const LETTER = { width: 7.83, size: 13, line: 19 };
const EDGE = { side: 16, top: 44, bottom: 14 };

const FONT = "ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace";
const COLOURS = {
  ground: '#0d2f28',
  bar: '#0a241f',
  text: '#e8efe9',
  typed: '#f4b183',
  good: '#7fd6a0',
  button: '#3c5a52',
};

/** Runs the commands and returns the terminal as a picture. */
export function walk(): Buffer {
  const lines = TYPED.flatMap((typed) => {
    const printed = execFileSync('npm', ['run', '--silent', 'walk', '--', ...typed], { encoding: 'utf8' }).trimEnd();
    return [`$ npm run walk -- ${typed.join(' ')}`, ...printed.split('\n'), ''];
  });
  return Buffer.from(terminal(lines.slice(0, -1).flatMap(wrapped)));
}

/** A line as a terminal of that width wraps it, but between words. */
function wrapped(line: string): readonly string[] {
  if (line.length <= COLUMNS) return [line];
  const end = line.lastIndexOf(' ', COLUMNS);
  const at = end <= 0 ? COLUMNS : end;
  return [line.slice(0, at), ...wrapped(line.slice(at).trimStart())];
}

function terminal(lines: readonly string[]): string {
  const width = Math.ceil(2 * EDGE.side + COLUMNS * LETTER.width);
  const height = EDGE.top + lines.length * LETTER.line + EDGE.bottom;
  const buttons = [0, 1, 2].map(
    (place) => `<circle cx="${20 + place * 18}" cy="15" r="5.5" fill="${COLOURS.button}"/>`,
  );
  const texts = lines.map((line, index) => {
    const y = EDGE.top + (index + 0.5) * LETTER.line;
    // Spaces at the beginning of a text are dropped when the picture is drawn.
    const text = line.trimStart();
    const x = Math.round(EDGE.side + (line.length - text.length) * LETTER.width);
    return text === '' ? '' : `<text x="${x}" y="${y}" fill="${colorOf(line)}">${escaped(text)}</text>\n`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">
<title>npm run walk in a terminal</title>
<rect width="${width}" height="${height}" rx="10" fill="${COLOURS.ground}"/>
<path d="M0 10A10 10 0 0 1 10 0H${width - 10}A10 10 0 0 1 ${width} 10V30H0Z" fill="${COLOURS.bar}"/>
${buttons.join('')}
<g font-family="${escaped(FONT)}" font-size="${LETTER.size}">
${texts.join('')}</g>
</svg>
`;
}

function colorOf(line: string): string {
  if (line.startsWith('$ ')) return COLOURS.typed;
  return line.startsWith('✓ ') ? COLOURS.good : COLOURS.text;
}
