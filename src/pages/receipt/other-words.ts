import { useTranslation } from 'react-i18next';
import { isolated } from '#src/i18n/isolated.ts';
import type { Receipt } from './receipt.ts';

/** What a record has of the other member. */
export type Other = Pick<Receipt, 'kind' | 'counterparty' | 'counterpartyName'>;

/** What the other member did, by the kind of record. No other kind has one. */
const ROLES: Readonly<Partial<Record<Receipt['kind'], 'row.to' | 'row.from' | 'row.purchaseBy'>>> = {
  transferOut: 'row.to',
  transferIn: 'row.from',
  referralBonus: 'row.purchaseBy',
};

/** The other member of a record and what they did, in a few words for its row; null if there is none. */
export function useOtherWords({ kind, counterparty, counterpartyName }: Other): string | null {
  const { t } = useTranslation('receipt');
  const role = ROLES[kind];
  const member = counterpartyName ?? counterparty;
  return member === null || role === undefined ? null : t(role, { member: isolated(member) });
}
