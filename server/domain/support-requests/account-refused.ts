/** The request cannot be carried out for this account. The message is for the operator. */
export class AccountRefused extends Error {
  override readonly name = 'AccountRefused';
}
