import { createHash } from 'node:crypto';
import pg from 'pg';

/** Movements are asked for more often than anything else, and planning one takes longer than making it. */
const PREPARED = 'post_journal(';

const names = new Map<string, string>();

/** A connection that keeps the plans of movements, each under a name that stands for its text. */
export class PreparingClient extends pg.Client {
  // The overloads of the driver are for its callers; here every call goes on as it came, or with a name.
  override query = ((first: unknown, ...rest: unknown[]) => {
    const [values, ...others] = rest;
    const named = typeof first === 'string' && first.includes(PREPARED) && Array.isArray(values);
    return Reflect.apply(pg.Client.prototype.query, this, named ? [{ name: nameOf(first), text: first, values: values as unknown[] }, ...others] : [first, ...rest]) as unknown;
  }) as pg.Client['query'];
}

/** There are as many texts as there are places in the code that make movements. */
function nameOf(text: string): string {
  const known = names.get(text);
  if (known !== undefined) return known;
  const name = createHash('sha256').update(text).digest('base64url');
  names.set(text, name);
  return name;
}
