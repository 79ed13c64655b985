import { useFormikContext } from 'formik';
import { useEffect, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { TypedWithdrawal, WithdrawalOptions } from '#machines/withdrawal/withdrawal.types.ts';
import { usableFrom } from '#src/flow/usable-from.ts';
import { paths } from '#src/paths.ts';
import { FullAddress } from '#src/ui/address.tsx';
import { RefusalPlace, useIsRefused } from '#src/ui/refusal.tsx';
import { useFieldError } from '#src/ui/use-field-error.ts';
import { useAhead } from '#src/flow/use-ahead.ts';
import { KnownAddresses } from './known-addresses.tsx';
import { WholeWords } from '#src/ui/whole-words.tsx';

interface SavedOnlyProps {
  readonly options: WithdrawalOptions;
  readonly busy: boolean;
}

/**
 * In place of the field: the saved addresses that may be withdrawn to, as wherever known addresses are chosen, and from
 * when the others may.
 */
export function SavedOnly({ options, busy }: SavedOnlyProps) {
  const { t } = useTranslation('withdrawal');
  const ahead = useAhead();
  const id = useId();
  const error = useFieldError('address');
  const isRefused = useIsRefused('address');
  const { values, setFieldValue } = useFormikContext<TypedWithdrawal>();
  const { asset, network, address } = values;
  const saved = options.addresses.filter((each) => each.asset === asset && each.network === network);
  const usable = saved.filter(({ newSince }) => newSince === null);
  const isUsable = usable.some((each) => each.address === address);
  const described = [`${id}-hint`, error && `${id}-error`, isRefused && `${id}-refusal`].filter(Boolean).join(' ');

  // Nothing that isn't offered is sent unseen.
  useEffect(() => {
    if (address !== '' && !isUsable) void setFieldValue('address', '');
  }, [address, isUsable, setFieldValue]);

  return (
    <>
      <fieldset
        tabIndex={-1}
        aria-invalid={error || isRefused ? true : undefined}
        aria-describedby={described}
        className="flex min-w-0 flex-col gap-1.5"
      >
        <legend className="sr-only">{t('address')}</legend>
        {isRefused && <RefusalPlace id={`${id}-refusal`} />}
        {error !== undefined && (
          <p id={`${id}-error`} className="text-sm font-medium text-error">
            {error}
          </p>
        )}
        <KnownAddresses
          options={{ ...options, addresses: usable, recent: [] }}
          busy={busy}
          managed={false}
          asset={asset}
          network={network}
          address={address}
          fillIn={setFieldValue}
        />
        <p id={`${id}-hint`} className="text-sm text-muted">
          {usable.length === 0 ? t('savedOnly.none', { asset }) : t('savedOnly.note')}
        </p>
      </fieldset>
      {usable.length < saved.length && (
        <section className="flex flex-col gap-1 text-sm">
          <h2 className="font-semibold">{t('savedOnly.later')}</h2>
          <ul className="flex flex-col gap-2 text-muted">
            {saved.map(({ id: entry, label, address: later, newSince }) => {
              if (newSince === null) return null;
              return (
                <li key={entry} className="wrap-anywhere">
                  <span className="block">{label}</span>
                  <FullAddress address={later} />
                  <span className="block">
                    <WholeWords text={t('savedOnly.from', ahead(usableFrom(newSince)))} />
                  </span>
                </li>
              );
            })}
          </ul>
        </section>
      )}
      <p className="flex flex-wrap gap-x-4 text-sm">
        <Link to={paths.addresses} className="text-link inline-flex min-h-11 items-center">
          {t('book.manage')}
        </Link>
        <Link to={paths.allowList} className="text-link inline-flex min-h-11 items-center">
          {t('savedOnly.setting')}
        </Link>
      </p>
    </>
  );
}
