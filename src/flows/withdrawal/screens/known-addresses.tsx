import type { FormikHelpers } from 'formik';
import { memo, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { TypedWithdrawal, WithdrawalOptions } from '#machines/withdrawal/withdrawal.types.ts';
import { shortAddress } from '#money/short-address.ts';
import { formatDate } from '#src/i18n/format.ts';
import { paths } from '#src/paths.ts';
import { FullAddress, ShortAddress } from '#src/ui/address.tsx';
import { WholeWords } from '#src/ui/whole-words.tsx';
import { NewMark } from './new-mark.tsx';

/** How many saved addresses are shown at first; a book may have a hundred. */
const SHOWN = 3;

/** What the field below has, and what fills it in. */
interface Choice {
  readonly address: string;
  readonly fillIn: FormikHelpers<TypedWithdrawal>['setFieldValue'];
}

interface KnownAddressesProps extends Choice, Pick<TypedWithdrawal, 'asset' | 'network'> {
  readonly options: WithdrawalOptions;
  readonly busy: boolean;
  /** Whether the way to the address book is shown below the saved ones. */
  readonly managed?: boolean;
}

/** An address that can be chosen. */
interface Known {
  readonly address: string;
  /** Null if it is not in the book. */
  readonly label: string | null;
  readonly lastUsedAt: string | null;
  readonly isNew: boolean;
}

/**
 * The addresses that the member knows for the asset on the network: the saved ones with their labels, then others that
 * were withdrawn to. Choosing one fills in the field below, and nothing else: it is compared and warned about like a
 * typed one (D-28).
 */
export const KnownAddresses = memo(function KnownAddresses({
  options,
  busy,
  managed = true,
  asset,
  network,
  ...choice
}: KnownAddressesProps) {
  const { t } = useTranslation('withdrawal');
  const [isWhole, setWhole] = useState(false);
  const isOffered = (each: { readonly asset: string; readonly network: string }) =>
    each.asset === asset && each.network === network;
  const saved = options.addresses
    .filter(isOffered)
    .map(({ newSince, ...rest }): Known => ({ ...rest, isNew: newSince !== null }));
  const recent = options.recent.filter(isOffered).map((each): Known => ({ ...each, label: null, isNew: false }));
  const isAlike = alikeIn([...saved, ...recent]);
  const shown = isWhole ? saved : saved.slice(0, SHOWN);
  return (
    <>
      {saved.length > 0 && (
        <section>
          <h2 className="text-sm font-semibold">{t('book.label')}</h2>
          <List>
            {shown.map((known) => (
              <Line key={known.address} known={known} opened={isAlike(known)} busy={busy} {...choice} />
            ))}
          </List>
          <p className="flex flex-wrap gap-x-4 text-sm">
            {shown.length < saved.length && (
              <button
                type="button"
                onClick={() => setWhole(true)}
                className="text-link inline-flex min-h-11 cursor-pointer items-center"
              >
                {t('book.all', { count: saved.length })}
              </button>
            )}
            {managed && (
              <Link to={paths.addresses} className="text-link inline-flex min-h-11 items-center">
                {t('book.manage')}
              </Link>
            )}
          </p>
        </section>
      )}
      {recent.length > 0 && (
        <section>
          <h2 className="text-sm font-semibold">{t('book.recent')}</h2>
          <List>
            {recent.map((known) => (
              <Line key={known.address} known={known} opened={isAlike(known)} busy={busy} {...choice} />
            ))}
          </List>
        </section>
      )}
    </>
  );
});

/** Whether an address is shortened like another one of the list: then only its full length tells them apart. */
function alikeIn(offered: readonly Known[]): (known: Known) => boolean {
  const ends = (address: string) => shortAddress(address).toLowerCase();
  return ({ address }) => offered.some((other) => other.address !== address && ends(other.address) === ends(address));
}

function List({ children }: { readonly children: ReactNode }) {
  return <ul className="mt-2 flex flex-col gap-1">{children}</ul>;
}

interface LineProps extends Choice {
  readonly known: Known;
  readonly opened: boolean;
  readonly busy: boolean;
}

function Line({ known, opened, busy, address: chosen, fillIn }: LineProps) {
  const { address, label, lastUsedAt, isNew } = known;
  const { t } = useTranslation(['withdrawal', 'money']);
  const [isOpen, setOpen] = useState(opened);
  const canOpen = shortAddress(address) !== address;
  return (
    <li className="flex flex-wrap items-center gap-x-1">
      <button
        type="button"
        aria-pressed={chosen.trim() === address}
        disabled={busy}
        onClick={() => void fillIn('address', address)}
        className="btn btn-ghost known-choice"
      >
        {label !== null && <span className="min-w-0 font-semibold wrap-anywhere">{label}</span>}
        {isOpen || !canOpen ? <FullAddress address={address} /> : <ShortAddress address={address} />}
        {isNew && <NewMark />}
        <span className="text-sm text-muted">
          <WholeWords
            text={
              lastUsedAt === null ? t('compare.neverUsed') : t('compare.lastUsed', { moment: formatDate(lastUsedAt) })
            }
          />
        </span>
      </button>
      {canOpen && (
        <button
          type="button"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
          className="btn btn-ghost btn-sm min-h-11 text-primary"
        >
          {isOpen ? t('money:address.shorten') : t('money:address.open')}
          <span className="sr-only"> {label ?? shortAddress(address)}</span>
        </button>
      )}
    </li>
  );
}
