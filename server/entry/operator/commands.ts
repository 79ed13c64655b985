// The operators' commands; each act is recorded with the operator's name. Each subject has its own file, and this file
// lists their commands.
import { operatorCommand } from '#server/platform/system/operator-command.ts';
import { isOperatorName } from '#server/domain/support-requests/operator-key.ts';
import type { Services } from '#server/domain/services/services.ts';
import { backupCommands } from './backup.ts';
import { booksCommands } from './books.ts';
import { clubCommands } from './club.ts';
import { clockCommands } from './clock.ts';
import type { AskedAlone, Command, Commands, Line, LoneCommand } from './command.ts';
import { contentCommands } from './contents.ts';
import { databaseCommands } from './database.ts';
import { depositCommands } from './deposits.ts';
import { WrongUsage } from './errors.ts';
import { exportCommands } from './export.ts';
import { inquiryCommands } from './inquiries.ts';
import { maintenanceCommands } from './maintenance.ts';
import { memberCommands } from './members.ts';
import { monthCommands } from './months.ts';
import { nearestName } from '#server/platform/system/nearest.ts';
import { payCommands } from './pay.ts';
import { rateCommands } from './rates.ts';
import { restoredCommands } from './restored.ts';
import { ruleCommands } from './rules.ts';
import { secretCommands } from './secret.ts';
import { stakeCommands } from './stakes.ts';
import { statementCommands } from './statement.ts';
import { withdrawalCommands } from './withdrawals.ts';

/** In the order of the help. */
export const commands: Commands = {
  ...clubCommands,
  ...memberCommands,
  ...depositCommands,
  ...withdrawalCommands,
  ...rateCommands,
  ...ruleCommands,
  ...stakeCommands,
  ...monthCommands,
  ...statementCommands,
  ...exportCommands,
  ...inquiryCommands,
  ...contentCommands,
  ...payCommands,
  ...maintenanceCommands,
  ...clockCommands,
  ...booksCommands,
  ...backupCommands,
  ...restoredCommands,
  ...databaseCommands,
  ...secretCommands,
};

/** Runs one command line. @throws Refused, WrongUsage */
export async function runCommand(services: Services, line: Line): Promise<string[]> {
  const { name, args } = commandOf(line.args);
  const command = commands[name];
  if (command === undefined) throw new WrongUsage(unknown(line.args));
  if (args.includes('--help')) return helpOf(command);
  requireName(line.operator);
  if (command.alone === true) throw new Error(`"${command.usage}" runs without a club`);
  const call = {
    requestId: `op-${services.random.uuid()}`,
    device: '',
    ...(line.osUser === undefined ? {} : { osUser: line.osUser }),
  };
  try {
    const lines = await command.run({
      services,
      operator: line.operator,
      folder: line.folder ?? process.cwd(),
      call,
      args,
    });
    return said(command, lines);
  } catch (error) {
    throw error instanceof WrongUsage ? new WrongUsage(`${error.message}\n${usageOf(command)}`) : error;
  }
}

/** Runs a command that needs no club. @throws OneLineError, WrongUsage */
export async function runAlone(words: readonly string[], asked: Omit<AskedAlone, 'args'>): Promise<string[]> {
  const { name, args } = commandOf(words);
  const command = commands[name];
  if (command?.alone !== true) throw new Error(`"${name}" needs a club`);
  if (args.includes('--help')) return helpOf(command);
  requireName(asked.operator);
  return command.run({ ...asked, args }).catch((error: unknown) => {
    throw error instanceof WrongUsage ? new WrongUsage(`${error.message}\n${usageOf(command)}`) : error;
  });
}

function helpOf(command: Command | LoneCommand): string[] {
  return [usageOf(command), command.help, ...(command.more ?? [])];
}

function requireName(operator: string): void {
  if (!isOperatorName(operator))
    throw new WrongUsage('--as needs a name in Latin letters, kanji or kana: acts are recorded under it');
}

/** Names consist of one or two words. */
function commandOf(words: readonly string[]): { name: string; args: readonly string[] } {
  const [first = '', second = ''] = words;
  if (Object.hasOwn(commands, first)) return { name: first, args: words.slice(1) };
  const name = `${first} ${second}`;
  return Object.hasOwn(commands, name) ? { name, args: words.slice(2) } : { name: '', args: [] };
}

/** How a command opens the database if it always runs in the process that was started; null if a server may run it. */
export function asideOf(words: readonly string[]): Command['aside'] | null {
  const command = commands[commandOf(words).name];
  return command === undefined || command.alone === true ? null : (command.aside ?? null);
}

/** Whether a command needs no club. */
export function isAlone(words: readonly string[]): boolean {
  return commands[commandOf(words).name]?.alone === true;
}

/** The answer to an unknown command; null if the command exists. */
export function unknownCommand(words: readonly string[]): string | null {
  return commandOf(words).name === '' ? unknown(words) : null;
}

/** The usage of the commands that were probably meant, with the mistake below, where it is read. */
function unknown(words: readonly string[]): string {
  const [first = '', next = ''] = words;
  if (first === '') return usage();
  // The first words do not include options.
  const second = next.startsWith('--') ? '' : next;
  const names = Object.keys(commands);
  const areas = [...new Set(names.map(areaOf))];
  const area = areas.includes(first) ? first : nearestName(first, areas);
  const near = names.filter((name) => areaOf(name) === area);
  const usages = near.flatMap((name) => commands[name]?.usage ?? []).map((form) => `  ${form}`);
  return [
    ...(usages.length === 0 ? [] : [`Usage: ${operatorCommand('[--as NAME] COMMAND')}`, ...usages]),
    mistakeIn({ first, second }, names, near),
  ].join('\n');
}

/** The mistake in an unknown command, in one line. */
function mistakeIn(
  { first, second }: { first: string; second: string },
  names: readonly string[],
  near: readonly string[],
): string {
  const typed = `${first} ${second}`.trim();
  if (second === '' && near.some((name) => areaOf(name) === first))
    return `${JSON.stringify(first)} needs a second word: ${near.map((name) => name.slice(first.length + 1)).join(', ')}`;
  const meant =
    nearestName(typed, names) ??
    nearestName(
      first,
      names.filter((name) => !name.includes(' ')),
    );
  const told = `there is no command ${JSON.stringify(typed)}`;
  if (meant !== null) return `${told}; did you mean ${JSON.stringify(meant)}?`;
  return near.length > 0 ? told : `${told}; all commands are listed by: ${operatorCommand('help')}`;
}

/** The first word of a command. */
function areaOf(name: string): string {
  return name.split(' ')[0] ?? name;
}

function usageOf(command: Command | LoneCommand): string {
  return `Usage: ${operatorCommand(`[--as NAME] ${command.usage}`)}`;
}

/** The help. */
export function usage(): string {
  const width = Math.max(...Object.values(commands).map((command) => command.usage.length));
  return [
    `Usage: ${operatorCommand('[--as NAME] COMMAND')}`,
    ...Object.values(commands).map((command) => `  ${command.usage.padEnd(width)}  ${command.help}`),
  ].join('\n');
}

/** Every command prints something: printing nothing would be ambiguous. */
function said(command: Command, lines: string[]): string[] {
  if (lines.length > 0) return lines;
  if (command.empty === undefined) throw new Error(`"${command.usage}" says nothing`);
  return [command.empty];
}
