import { MemberName } from '#src/ui/member-name.tsx';
import { useOtherWords, type Other } from './other-words.ts';

/** To whom a transfer went, or from whom it came; nothing on another receipt. */
export function OtherMember({ receipt }: { readonly receipt: Other }) {
  const line = useOtherWords(receipt);
  const { kind, counterparty, counterpartyName } = receipt;
  if (line === null || counterparty === null || kind === 'referralBonus') return null;
  return (
    <p className="mt-2">
      <MemberName name={counterpartyName} username={counterparty} line={line} />
    </p>
  );
}
