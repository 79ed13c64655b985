// What an operator's act says of whom it tells: one rule for all commands, made of the table of acts.
import { SENT_WHEN } from '#server/platform/mail/choices.ts';
import { OPERATOR_ACTS } from './acts.ts';

/**
 * How the member hears of an act, for its answer: an operator need not tell them twice, and should know if nobody does.
 *
 * @throws RangeError for a command that tells nobody
 */
export function toldText(command: string, who = 'the member'): string {
  const act = OPERATOR_ACTS[command];
  if (act === undefined || act === 'neither' || act.tells.length + act.lists.length === 0)
    throw new RangeError(`${command} tells no one`);
  const mailed = act.tells.every((kind) => 'always' in SENT_WHEN[kind]) ? '' : ' unless they chose otherwise';
  const ways = [
    ...(act.lists.length === 0 ? [] : ['shown it under the bell']),
    ...(act.tells.length === 0 ? [] : [`notified by email${mailed}`]),
  ];
  return `${who} is ${ways.join(', and ')}`;
}
