/** An operator's act on deposits is not possible. The message is for the operator. */
export class DepositActRefused extends Error {
  override readonly name = 'DepositActRefused';
}
