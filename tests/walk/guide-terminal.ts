// How the guide talks with the tester: a line at a time, from a keyboard or from a file.
import { createInterface } from 'node:readline';
import type { Verdict } from './guide-report.ts';

/** Where the tester sits. */
export interface Terminal {
  tell(text: string): void;
  /** The next line; null when no more will come. */
  line(): Promise<string | null>;
  /** A line that was said already, or null where none was. */
  said(): string | null;
  close(): void;
}

/** The terminal that the command runs in. */
export function ownTerminal(input: NodeJS.ReadableStream, tell: (text: string) => void): Terminal {
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
    close: () => reader.close(),
  };
}

/** What a tester may say after an act. */
export type Said = { readonly kind: 'verdict'; readonly verdict: Verdict; readonly remark: string } | { readonly kind: 'remark'; readonly remark: string } | { readonly kind: 'quit' | 'help' };

const words: Readonly<Record<string, Verdict | 'remark' | 'quit'>> = {
  p: 'pass', pass: 'pass', f: 'fail', fail: 'fail', s: 'skip', skip: 'skip', r: 'remark', remark: 'remark', q: 'quit', quit: 'quit',
};

/** The question after each act. */
export const QUESTION = 'pass, fail, remark TEXT, skip or quit (p f r s q; a text after pass or fail is a remark)?';

/** Reads what was said after an act. */
export function understood(line: string): Said {
  const [, word = '', remark = ''] = /^\s*([a-z]*)[\s:]*(.*?)\s*$/is.exec(line) ?? [];
  const meant = words[word.toLowerCase()];
  if (meant === undefined) return { kind: 'help' };
  if (meant === 'quit') return { kind: 'quit' };
  if (meant === 'remark') return remark === '' ? { kind: 'help' } : { kind: 'remark', remark };
  return { kind: 'verdict', verdict: meant, remark };
}
