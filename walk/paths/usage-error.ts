/** Control characters: a name from a file could use them to control the terminal. */
const UNSEEN = /(?![\n\t])[\p{Cc}\p{Cf}\p{Co}\p{Cs}]/gu;

/** A usage error: reported without a stack trace, exit code 2. */
export class UsageError extends Error {
  constructor(message: string) {
    super(message.replaceAll(UNSEEN, '\uFFFD'));
  }
}
