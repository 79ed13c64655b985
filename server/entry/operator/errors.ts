/** The request cannot be carried out; nothing has changed. The message is for the operator. */
export class Refused extends Error {
  override readonly name = 'Refused';
}

/** The command line makes no sense; the message is the help. */
export class WrongUsage extends Error {
  override readonly name = 'WrongUsage';
}
