/** The command that repeats a failed walk. */
import type { Culture, Level } from '#walk/paths/report.ts';

/** How a run's walks were selected. */
export interface Meant {
  readonly lang: Culture;
  /** The log that was replayed; null for none. */
  readonly replay: string | null;
  /** The file of saved paths that the walk is from; null for none. */
  readonly file: string | null;
}

export function again(id: string, level: Level, { lang, replay, file }: Meant): string {
  const what = replay !== null ? ['--replay', asParameter(replay)] : file !== null ? [asParameter(file)] : [id];
  return command([...what, '--level', level, ...inLanguage(lang)]);
}

function inLanguage(lang: Culture): readonly string[] {
  return lang === 'en-US' ? [] : ['--lang', lang];
}

/** For a random walk: the same generator with the same seed. */
export function againGenerated(
  flow: string,
  level: Level,
  { text, seed, lang }: { readonly text: readonly string[]; readonly seed: number; readonly lang: Culture },
): string {
  return command([flow, ...text, '--seed', String(seed), '--level', level, ...inLanguage(lang)]);
}

/** A file name that starts with a dash would be an option. */
export function asParameter(file: string): string {
  return file.startsWith('-') ? `./${file}` : file;
}

/** The words, quoted for a shell. */
export function command(words: readonly string[]): string {
  return `npm run walk -- ${words.map((word) => (/^[\w./=,-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`)).join(' ')}`;
}
