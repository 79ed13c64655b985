import { OneLineError } from '#server/platform/system/one-line-error.ts';

/** The database cannot be opened, for a reason that the operator can act on. */
export class DatabaseOpenError extends OneLineError {
  override readonly name = 'DatabaseOpenError';
}
