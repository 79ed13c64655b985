import { useTranslation } from 'react-i18next';
import { MemberName } from '#src/ui/member-name.tsx';
import type { Receipt } from './receipt.ts';

/** What a record has of the other member. */
type Other = Pick<Receipt, 'kind' | 'counterparty' | 'counterpartyName'>;

/** What they did in it, as its row says. */
const ROLES = {
  transferOut: 'row.to',
  transferIn: 'row.from',
  referralBonus: 'row.purchaseBy',
} as const;

const hasRole = (kind: Other['kind']): kind is keyof typeof ROLES => kind in ROLES;

/** The other member of a record and what they did, in a few words for its row; null if there is none. */
export function useOtherWords(): (record: Other) => string | null {
  const { t } = useTranslation('receipt');
  return ({ kind, counterparty, counterpartyName }) => {
    const member = counterpartyName ?? counterparty;
    return member !== null && hasRole(kind) ? t(ROLES[kind], { member }) : member;
  };
}

/** Whose initials the row of a record has: those of the other side of a transfer. */
export function faceOf({ kind, counterparty, counterpartyName }: Other): string | null {
  return kind === 'transferOut' || kind === 'transferIn' ? (counterpartyName ?? counterparty) : null;
}

/** To whom a transfer went, or from whom it came; nothing on another receipt. */
export function OtherMember({ receipt: { kind, counterparty, counterpartyName } }: { readonly receipt: Other }) {
  const { t } = useTranslation('receipt');
  if (counterparty === null || (kind !== 'transferOut' && kind !== 'transferIn')) return null;
  const member = counterpartyName ?? `@${counterparty}`;
  return (
    <p className="mt-2">
      <MemberName
        name={counterpartyName}
        username={counterparty}
        line={t(kind === 'transferOut' ? 'party.to' : 'party.from', { member })}
      />
    </p>
  );
}
