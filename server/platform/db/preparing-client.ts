import type pg from 'pg';
import { Client } from '#server/platform/system/postgres-driver.ts';
import { PreparedNames } from './prepared.ts';
import { watchAnswer } from './query-watch.ts';

const names = new PreparedNames();

/**
 * The driver's error for a query without an answer within `query_timeout`. It leaves the connection open, with the
 * query still running.
 */
const UNANSWERED = 'Query read timeout';

/**
 * A connection that keeps the plans of what it is often asked, each under a name that stands for its text. A connection
 * that does not answer in time is closed: the network has lost it, and its next user would wait as long.
 */
export class PreparingClient extends Client {
  // The overloads of the driver are for its callers; here every call goes on as it came, or with a name.
  override query = ((first: unknown, ...rest: unknown[]) => {
    const [values, ...others] = rest;
    const name = typeof first === 'string' && Array.isArray(values) ? names.nameOf(first) : null;
    const answer: unknown = Reflect.apply(
      Client.prototype.query,
      this,
      name === null ? [first, ...rest] : [{ name, text: first, values: values as unknown[] }, ...others],
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
