import { OneLineError } from '#server/one-line-error.ts';

/** The database can't be opened, for a reason that the operator can act on. */
export class DatabaseOpenError extends OneLineError {
  override readonly name = 'DatabaseOpenError';
}
