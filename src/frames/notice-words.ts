import type { i18n as I18n } from 'i18next';
import type texts from '#locales/en-US/notices.json';
import { exactOf } from '#money/shown.ts';
import type { components } from '#openapi/api.gen.d.ts';
import { formatDateTime } from '#src/i18n/format.ts';
import { HIDDEN_AMOUNT } from '#src/ui/hidden-amount.ts';

declare module '#src/i18n/areas.ts' {
  interface AreaTexts {
    notices: typeof texts;
  }
}

export type Notice = components['schemas']['Notice'];

/** What a notice says, with its amount unless the member hides amounts. Its texts are loaded. */
export function wordsOf(notice: Notice, i18n: I18n, isHidden: boolean): string {
  const { kind, asset, amount, counterAsset, counterAmount, stage, ticket, heldUntil } = notice;
  // A server of the release before says nothing of a second amount.
  const both = typeof counterAmount === 'string' && counterAsset !== null && !isHidden;
  return i18n.t(both ? 'notices:both' : `notices:kind.${kind}`, {
    amount: amount === null || asset === null || isHidden ? HIDDEN_AMOUNT : `${exactOf(amount, asset)} ${asset}`,
    counter: both ? `${exactOf(counterAmount, counterAsset)} ${counterAsset}` : '',
    stage,
    ticket: ticket ?? '',
    moment: heldUntil === null ? '' : formatDateTime(heldUntil),
  });
}
