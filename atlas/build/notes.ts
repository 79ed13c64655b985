/** Notes of analysts: a file beside each chart, so that they are committed and reviewed like the chart itself. */
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { keyOf, type ChartKind, type Notes } from '#atlas/model/model.ts';

/** The longest note, in characters. */
export const LONGEST_NOTE = 4_000;

/** A chart that may have notes, with its states. */
export interface Noted {
  readonly id: string;
  readonly kind: ChartKind;
  readonly states: readonly { readonly path: string }[];
}

/** Where the notes of a chart are. */
export function notesFile(root: string, { id, kind }: Pick<Noted, 'id' | 'kind'>): string {
  return kind === 'flow'
    ? join(root, 'machines', id, `${id}.notes.json`)
    : join(root, 'machines', 'lifecycles', `${id}.notes.json`);
}

/** The notes of a chart. Throws if the file does not contain notes, so that nothing in it is silently lost. */
export function readNotes(root: string, chart: Pick<Noted, 'id' | 'kind'>): Notes {
  const file = notesFile(root, chart);
  if (!existsSync(file)) return {};
  const notes: unknown = JSON.parse(readFileSync(file, 'utf8'));
  const isNotes =
    typeof notes === 'object' &&
    notes !== null &&
    !Array.isArray(notes) &&
    Object.values(notes).every((note) => typeof note === 'string');
  if (!isNotes) throw new Error(`${file} must be an object of notes by the path of a state.`);
  return notes as Notes;
}

/** A note to write. */
export interface NoteWanted {
  readonly chart: string;
  /** The path of a state; empty for the whole chart. */
  readonly state: string;
  /** Empty to remove the note. */
  readonly text: string;
}

/** Parses a request to write a note; returns an error message if it is invalid. */
export function noteIn(body: unknown, charts: readonly Noted[]): NoteWanted | string {
  const { chart, state, text } = (body ?? {}) as Partial<Record<keyof NoteWanted, unknown>>;
  if (typeof chart !== 'string' || typeof state !== 'string' || typeof text !== 'string')
    return 'A note wants chart, state and text.';
  const found = charts.find((each) => keyOf(each) === chart);
  if (found === undefined) return 'There is no such chart.';
  if (state !== '' && !found.states.some(({ path }) => path === state)) return 'The chart has no such state.';
  return text.length > LONGEST_NOTE ? `A note has at most ${LONGEST_NOTE} characters.` : { chart, state, text };
}

/** Writes or removes a note, and returns all notes of the chart. */
export function writeNote(root: string, chart: Noted, { state, text }: NoteWanted): Notes {
  const kept = Object.entries(readNotes(root, chart)).filter(([path]) => path !== state);
  const all = [...kept, ...(text.trim() === '' ? [] : [[state, text.trim()] as const])];
  const order = ['', ...chart.states.map(({ path }) => path)];
  const sorted = Object.fromEntries(all.toSorted(([a], [b]) => order.indexOf(a) - order.indexOf(b)));
  const file = notesFile(root, chart);
  if (all.length === 0) rmSync(file, { force: true });
  else {
    // The file is replaced atomically: with half a file, the chart could not be shown.
    const unfinished = `${file}.unfinished`;
    writeFileSync(unfinished, `${JSON.stringify(sorted, null, 2)}\n`);
    renameSync(unfinished, file);
  }
  return sorted;
}
