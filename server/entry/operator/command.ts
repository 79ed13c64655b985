// What an operator's command is, and how its arguments are parsed.
import { DAY_MS } from '#server/platform/system/clock.ts';
import type { AuditEvent } from '#server/platform/audit/audit.ts';
import { isInvisible } from '#server/platform/texts/invisible.ts';
import type { Services } from '#server/domain/services/services.ts';
import { Refused, WrongUsage } from './errors.ts';

/** A typed command line, and its author. */
export interface Line {
  args: readonly string[];
  /** As given by `--as`, or the user who is signed in to the machine. */
  operator: string;
  /** The user who is signed in to the machine, whatever `--as` says. */
  osUser?: string;
  folder?: string;
}

/** One command line: its arguments, and its author. */
export interface CommandLine {
  services: Services;
  operator: string;
  /** The operator's working directory, for names of files. */
  folder: string;
  call: AuditEvent['call'];
  args: readonly string[];
}

/** A command line that runs without any club. */
export interface AskedAlone {
  operator: string;
  /** The user who is signed in to the machine. */
  osUser: string;
  folder: string;
  /** The folder of the installed product. */
  root: string;
  args: readonly string[];
}

interface Described {
  usage: string;
  /** What it does, in one line. */
  help: string;
  /** What `--help` adds, such as the format of a file or the meaning of an option. */
  more?: readonly string[];
}

/** A command that makes a club, so it reads no settings and opens no database. */
export interface LoneCommand extends Described {
  alone: true;
  /** The lines to print. @throws OneLineError, WrongUsage; then nothing has changed */
  run(asked: AskedAlone): Promise<string[]>;
}

export interface Command extends Described {
  alone?: never;
  /**
   * Runs in the command's own process, on the database that its own settings name, even if a server with other settings
   * runs: `prepared` migrates the database, `opened` takes it as it is. The embedded database allows it only while no
   * server runs.
   */
  aside?: 'prepared' | 'opened';
  /** Printed in place of an empty list: printing nothing would be ambiguous. */
  empty?: string;
  /** The lines to print. @throws Refused, WrongUsage; then nothing has changed */
  run(asked: CommandLine): Promise<string[]>;
}

/** The commands of a subject, by name. */
export type Commands = Readonly<Record<string, Command | LoneCommand>>;

/** What a command accepts: a number of words, and options with or without a value. */
interface Form {
  words: readonly [fewest: number, most: number];
  valued?: readonly string[];
  plain?: readonly string[];
}

interface Read {
  words: string[];
  valued: ReadonlyMap<string, string>;
  plain: ReadonlySet<string>;
}

/** Parses words and options in any order. @throws WrongUsage for anything the command does not accept */
export function readArguments(args: readonly string[], { words: [fewest, most], valued = [], plain = [] }: Form): Read {
  const read = { words: [] as string[], valued: new Map<string, string>(), plain: new Set<string>() };
  for (let at = 0; at < args.length; at += 1) {
    const word = args[at] ?? '';
    const value = args[at + 1];
    if (valued.includes(word)) {
      if (value === undefined || value.startsWith('--')) throw new WrongUsage(`${word} needs a value`);
      if (read.valued.has(word)) throw new WrongUsage(`${word} is given twice`);
      read.valued.set(word, value);
      at += 1;
    } else if (plain.includes(word)) read.plain.add(word);
    else if (word.startsWith('--')) throw new WrongUsage(`this command has no option ${word}`);
    else read.words.push(word);
  }
  if (read.words.length < fewest) throw new WrongUsage('an argument is missing');
  if (read.words.length > most) throw new WrongUsage(`${JSON.stringify(read.words[most])} is one word too many`);
  return read;
}

/** The longest text that is recorded: a few sentences. */
const MOST_SAID = 1_000;

/**
 * The text that an operator gives with an option, for the audit; undefined if the option is missing. @throws WrongUsage
 * if it is empty or too long
 */
export function readSaid(valued: ReadonlyMap<string, string>, option: `--${string}`): string | undefined {
  const said = valued.get(option)?.trim();
  if (said === undefined) return undefined;
  if (isInvisible(said)) throw new WrongUsage(`${option} says nothing`);
  if (said.length > MOST_SAID) throw new WrongUsage(`${option} is longer than ${MOST_SAID} characters`);
  return said;
}

const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:\d\d)$/;
const DAY = /^\d{4}-\d\d-\d\d$/;

/** A moment with its zone; without a zone it would depend on the machine. @throws Refused */
export function readMoment(text: string): Date {
  const moment = new Date(MOMENT.test(text) ? text : Number.NaN);
  if (!Number.isFinite(moment.getTime()))
    throw new Refused(`${JSON.stringify(text)} is not a moment such as 2026-11-21T06:00:00Z`);
  return moment;
}

/** The beginning of a day in UTC; undefined if none was given. @throws Refused */
export function readDay(text: string | undefined): Date | undefined {
  if (text === undefined) return undefined;
  const day = new Date(DAY.test(text) ? `${text}T00:00:00Z` : Number.NaN);
  // February 30th would become March 2nd.
  if (!Number.isFinite(day.getTime()) || !day.toISOString().startsWith(text))
    throw new Refused(`${JSON.stringify(text)} is not a day such as 2026-11-21`);
  return day;
}

/**
 * A range of days, both included, as moments: from the first (included) to the second (excluded). @throws Refused,
 * WrongUsage
 */
export function readDays(valued: ReadonlyMap<string, string>): { from: Date | undefined; before: Date | undefined } {
  const [from, to] = [readDay(valued.get('--from')), readDay(valued.get('--to'))];
  if (from !== undefined && to !== undefined && from > to) throw new Refused('the first day is after the last');
  return { from, before: to === undefined ? undefined : new Date(to.getTime() + DAY_MS) };
}
