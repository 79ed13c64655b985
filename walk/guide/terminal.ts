// How the guide communicates with the tester: a line at a time, from a keyboard or from a file.
import { createInterface } from 'node:readline';
import type { TesterVerdict } from './report.ts';

/** The tester's terminal. */
export interface Terminal {
  tell(text: string): void;
  /** The next line; null at the end of the input. */
  line(): Promise<string | null>;
  /** A line that was already typed, or null if there is none. */
  said(): string | null;
  /** Discards what was typed before the question: it was meant for something else. All lines of a file are intended. */
  fresh(): void;
  close(): void;
}

/** The terminal that the command runs in. */
export function ownTerminal(
  input: NodeJS.ReadableStream & { readonly isTTY?: boolean },
  tell: (text: string) => void,
): Terminal {
  const lines: string[] = [];
  let isOver = false;
  let wake: () => void = () => undefined;
  const reader = createInterface({ input });
  reader.on('line', (line) => {
    lines.push(line);
    wake();
  });
  reader.on('close', () => {
    isOver = true;
    wake();
  });
  return {
    tell,
    said: () => lines.shift() ?? null,
    line: async () => {
      while (lines.length === 0 && !isOver) await new Promise<void>((resolve) => (wake = resolve));
      return lines.shift() ?? null;
    },
    fresh: () => {
      if (input.isTTY === true) lines.length = 0;
    },
    close: () => reader.close(),
  };
}

/** What a tester may say after an act. */
export type SaidAfter =
  | { readonly kind: 'verdict'; readonly verdict: TesterVerdict; readonly remark: string }
  | { readonly kind: 'remark'; readonly remark: string }
  | { readonly kind: 'again' | 'quit' | 'help' };

/** What a tester may say before an act. */
export type SaidBefore =
  | { readonly kind: 'remark'; readonly remark: string }
  | { readonly kind: 'do' | 'skip' | 'again' | 'quit' | 'early' | 'help' };

const words: Readonly<Record<string, TesterVerdict | 'remark' | 'again' | 'quit'>> = {
  p: 'pass',
  pass: 'pass',
  f: 'fail',
  fail: 'fail',
  s: 'skip',
  skip: 'skip',
  r: 'remark',
  remark: 'remark',
  a: 'again',
  again: 'again',
  q: 'quit',
  quit: 'quit',
};

const wordsBefore: Readonly<Record<string, 'do' | 'early'>> = {
  d: 'do',
  do: 'do',
  p: 'early',
  pass: 'early',
  f: 'early',
  fail: 'early',
};

/** Parses what was said after an act. */
export function understood(line: string): SaidAfter {
  const { word, rest: remark } = parts(line);
  const meant = words[word];
  if (meant === undefined) return { kind: 'help' };
  if (meant === 'quit' || meant === 'again') return { kind: meant };
  if (meant === 'remark') return remark === '' ? { kind: 'help' } : { kind: 'remark', remark };
  return { kind: 'verdict', verdict: meant, remark };
}

/** Parses what was said before an act. */
export function understoodBefore(line: string): SaidBefore {
  const before = wordsBefore[parts(line).word];
  if (before !== undefined) return { kind: before };
  const said = understood(line);
  if (said.kind === 'verdict') return { kind: 'skip' };
  return said.kind === 'remark' ? said : { kind: said.kind };
}

function parts(line: string): { readonly word: string; readonly rest: string } {
  const [, word = '', rest = ''] = /^\s*([a-z]*)[\s:]*(.*?)\s*$/is.exec(line) ?? [];
  return { word: word.toLowerCase(), rest };
}
