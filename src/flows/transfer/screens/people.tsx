import { useFormikContext } from 'formik';
import { useTranslation } from 'react-i18next';
import type { Recipient, TransferOptions } from '#machines/transfer/transfer.types.ts';
import { Refusable } from '#src/flow/refusable.tsx';
import { isolated } from '#src/i18n/isolated.ts';
import { MemberIcon } from '#src/ui/member-icon.tsx';
import type { Favorites } from '../use-favorites.ts';
import { MemberName } from '#src/ui/member-name.tsx';
import { SentBefore } from './sent-before.tsx';

interface PeopleProps {
  readonly options: TransferOptions | null;
  readonly favorites: Favorites;
  readonly busy: boolean;
}

/**
 * Whom the sender has paid before, favorites first, and below them whom they have referred and never paid: a press
 * fills in their username and looks them up, as typing it does. The star beside those who were paid makes them a
 * favorite, or no longer.
 */
export function People({ options, favorites, busy }: PeopleProps) {
  const { t } = useTranslation('transfer');
  const { problem } = favorites.act;
  return (
    <Refusable problem={problem}>
      <Offered title={t('favorites.title')} people={options?.favorites ?? []} favorites={favorites} busy={busy} />
      <Offered title={t('recent.title')} people={options?.recent ?? []} favorites={favorites} busy={busy} />
      <Offered title={t('referred.title')} people={options?.referred ?? []} busy={busy} />
    </Refusable>
  );
}

interface OfferedProps {
  readonly title: string;
  readonly people: readonly Recipient[];
  /** Without them nobody of these can be one. */
  readonly favorites?: Favorites;
  readonly busy: boolean;
}

function Offered({ title, people, favorites, busy }: OfferedProps) {
  if (people.length === 0) return null;
  return (
    <section>
      <h2 className="text-sm font-semibold">{title}</h2>
      <ul className="mt-1 divide-y divide-base-300">
        {people.map((recipient) => (
          <li key={recipient.username} className="flex items-center gap-1">
            <Choose recipient={recipient} busy={busy} />
            {favorites !== undefined && <Star recipient={recipient} favorites={favorites} />}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Choose({ recipient, busy }: { readonly recipient: Recipient; readonly busy: boolean }) {
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
      <MemberName name={recipient.name} username={recipient.username} />
      <span className="pl-14 text-sm text-muted sm:pl-0">
        <SentBefore recipient={recipient} />
      </span>
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
      aria-label={t(favorite ? 'favorites.remove' : 'favorites.save', { name: isolated(name) })}
      aria-busy={act.busy?.username === username || undefined}
      onClick={() => act.run({ username, favorite: !favorite })}
      className="btn press btn-ghost size-11 shrink-0 p-0 text-primary"
    >
      <MemberIcon name="star" className={favorite ? 'size-5 fill-current' : 'size-5'} />
    </button>
  );
}
