/** What was asked for can't be done with this account. The message is one for the operator. */
export class AccountRefused extends Error {
  override readonly name = 'AccountRefused';
}
