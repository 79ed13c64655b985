// The texts that say how long a saved address is new, and how long withdrawals stay limited to saved ones.
import { TURNING_OFF_SECONDS } from '#server/domain/allow-list/allow-list.ts';
import { NEW_FOR_SECONDS } from '#server/domain/open-acts/new-addresses.ts';

export const SAVED_ONLY: readonly (readonly [string, number, readonly string[]])[] = [
  [
    'an address is new',
    NEW_FOR_SECONDS,
    [
      'addresses:newHint',
      'addresses:savedOnly.only',
      'allow-list:text',
      'allow-list:state.limited.text',
      'allow-list:turnedOn.text',
      'mail:addressSaved.text',
      'mail:allowListOn.text',
      'problems:hint.address_not_allowed',
      'withdrawal:savedOnly.note',
    ],
  ],
  ['withdrawals stay limited', TURNING_OFF_SECONDS, ['allow-list:limit.text', 'allow-list:lift.text']],
];
