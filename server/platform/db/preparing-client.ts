import { createHash } from 'node:crypto';
import type pg from 'pg';
import { Client } from '#server/platform/system/postgres-driver.ts';
import { watchAnswer } from './query-watch.ts';

/** Movements are requested more often than anything else, and planning one takes longer than executing it. */
const PREPARED = 'post_journal(';

const names = new Map<string, string>();

/**
 * The driver's error for a query without an answer within `query_timeout`. It leaves the connection open, with the
 * query still running.
 */
const UNANSWERED = 'Query read timeout';

/**
 * A connection that keeps the plans of movements, each under a name that stands for its text. A connection that does
 * not answer in time is closed: the network has lost it, and its next user would wait as long.
 */
export class PreparingClient extends Client {
  // The overloads of the driver are for its callers; here every call goes on as it came, or with a name.
  override query = ((first: unknown, ...rest: unknown[]) => {
    const [values, ...others] = rest;
    const named = typeof first === 'string' && first.includes(PREPARED) && Array.isArray(values);
    const answer: unknown = Reflect.apply(
      Client.prototype.query,
      this,
      named ? [{ name: nameOf(first), text: first, values: values as unknown[] }, ...others] : [first, ...rest],
    );
    if (answer instanceof Promise) {
      answer.catch((error: Error) => error.message === UNANSWERED && this.giveUp());
      if (typeof first === 'string') watchAnswer({ statement: first }, answer);
    }
    return answer;
  }) as pg.Client['query'];

  private giveUp(): void {
    // The driver's types leave its connection out.
    (this as unknown as { connection: { stream: { destroy(error: Error): void } } }).connection.stream.destroy(
      new Error('no answer in time'),
    );
  }
}

/** There are as many texts as places in the code that make movements. */
function nameOf(text: string): string {
  const known = names.get(text);
  if (known !== undefined) return known;
  const name = createHash('sha256').update(text).digest('base64url');
  names.set(text, name);
  return name;
}
