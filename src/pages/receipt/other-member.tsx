import { useTranslation } from 'react-i18next';
import { MemberName } from '#src/ui/member-name.tsx';
import type { Other } from './other-words.ts';

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
