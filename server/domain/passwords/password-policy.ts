// Which new passwords are refused (S-05). Their length is in the contract; any letters, digits and signs are allowed.
import { nameKey } from '#server/domain/members/members.ts';
import commonPasswords from './common-passwords.gen.json' with { type: 'json' };
import type { CallContext } from '#server/platform/contract/types.ts';
import { Problem } from '#server/platform/contract/problems.ts';
import { texts } from '#server/platform/texts/texts.ts';

const PRODUCT_NAME = 'perch';
const common = new Set(commonPasswords.passwords);

/**
 * Refuses a password that is among the common ones or contains the username or the product's name, whatever the case
 * and width of letters.
 *
 * @param field the name of the field that the answer's sentence belongs to
 * @throws Problem password_refused
 */
export function checkNewPassword(
  call: CallContext,
  given: { password: string; username: string; field: 'password' | 'newPassword' },
): void {
  const { messages } = texts(call.culture).validation;
  const key = nameKey(given.password);
  const sentences = [
    ...(common.has(key) ? [messages.passwordCommon] : []),
    ...(key.includes(nameKey(given.username)) ? [messages.passwordHoldsName] : []),
    ...(key.includes(PRODUCT_NAME) ? [messages.passwordHoldsProduct] : []),
  ];
  if (sentences.length > 0) throw new Problem('password_refused', { errors: { [given.field]: sentences } });
}
