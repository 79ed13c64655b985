import { useFormikContext } from 'formik';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Recipient, TransferOptions } from '#machines/transfer/transfer.types.ts';
import { ReadFailed } from '#src/flow/read-failed.tsx';
import { Refusable } from '#src/flow/refusable.tsx';
import { MemberIcon } from '#src/ui/member-icon.tsx';
import type { Favorites } from '../use-favorites.ts';
import { othersOf, useReferrals, type Referral } from '../use-referrals.ts';
import { RecipientName, SentBefore } from './recipient-name.tsx';

interface PeopleProps {
  readonly options: TransferOptions | null;
  readonly favorites: Favorites;
  readonly busy: boolean;
}

/**
 * Whom the sender has paid before, favorites first, and below them whom they have referred: a press fills in their
 * username and looks them up, as typing it does. The star beside those who were paid makes them a favorite, or no
 * longer.
 */
export function People({ options, favorites, busy }: PeopleProps) {
  const { t } = useTranslation('transfer');
  const { problem } = favorites.act;
  const saved = options?.favorites ?? [];
  const recent = options?.recent ?? [];
  return (
    <Refusable problem={problem}>
      <Paid title={t('favorites.title')} people={saved} favorites={favorites} busy={busy} />
      <Paid title={t('recent.title')} people={recent} favorites={favorites} busy={busy} />
      <Referrals listed={[...saved, ...recent]} busy={busy} />
    </Refusable>
  );
}

interface PaidProps extends Omit<PeopleProps, 'options'> {
  readonly title: string;
  readonly people: readonly Recipient[];
}

function Paid({ title, people, favorites, busy }: PaidProps) {
  if (people.length === 0) return null;
  return (
    <Group title={title}>
      {people.map((recipient) => (
        <li key={recipient.username} className="flex items-center gap-1">
          <Choose recipient={recipient} busy={busy}>
            <span className="pl-14 text-sm text-muted sm:pl-0">
              <SentBefore recipient={recipient} />
            </span>
          </Choose>
          <Star recipient={recipient} favorites={favorites} />
        </li>
      ))}
    </Group>
  );
}

/** Members whom the sender has referred, if there are others than those above. */
function Referrals({ listed, busy }: { readonly listed: readonly Recipient[]; readonly busy: boolean }) {
  const { t } = useTranslation('transfer');
  const { result, retry } = useReferrals();
  // Not marked as busy, which would say that the form is: what follows the page waits for it.
  if (result.state === 'loading') return <div data-awaited />;
  if (result.state === 'failed') return <ReadFailed problem={result.problem} onRetry={retry} />;
  const people = othersOf(result.value, listed);
  if (people.length === 0) return null;
  return (
    <Group title={t('referrals.title')}>
      {people.map((recipient) => (
        <li key={recipient.username} className="flex">
          <Choose recipient={recipient} busy={busy} />
        </li>
      ))}
    </Group>
  );
}

function Group({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section>
      <h2 className="text-sm font-semibold">{title}</h2>
      <ul className="mt-1 divide-y divide-base-300">{children}</ul>
    </section>
  );
}

interface ChooseProps {
  readonly recipient: Referral;
  readonly busy: boolean;
  readonly children?: ReactNode;
}

function Choose({ recipient, busy, children }: ChooseProps) {
  const { setFieldValue, submitForm } = useFormikContext();
  const choose = async () => {
    await setFieldValue('username', recipient.username);
    await submitForm();
  };
  return (
    <button
      type="button"
      disabled={busy}
      onClick={() => void choose()}
      className="btn btn-ghost h-auto min-w-0 flex-1 flex-wrap justify-between gap-x-4 gap-y-0 px-2 py-2 text-left font-normal"
    >
      <RecipientName recipient={recipient} />
      {children}
    </button>
  );
}

function Star({ recipient, favorites }: { readonly recipient: Recipient; readonly favorites: Favorites }) {
  const { t } = useTranslation('transfer');
  const { name, username } = recipient;
  const { has, act } = favorites;
  const favorite = has(recipient);
  return (
    <button
      type="button"
      aria-label={t(favorite ? 'favorites.remove' : 'favorites.save', { name })}
      aria-busy={act.busy?.username === username || undefined}
      onClick={() => act.run({ username, favorite: !favorite })}
      className="btn press btn-ghost size-11 shrink-0 p-0 text-primary"
    >
      <MemberIcon name="star" className={favorite ? 'size-5 fill-current' : 'size-5'} />
    </button>
  );
}
