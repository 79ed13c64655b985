import { useFormikContext } from 'formik';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { TypedWithdrawal, WithdrawalOptions } from '#machines/withdrawal/withdrawal.types.ts';
import { usableFrom } from '#src/flow/usable-from.ts';
import { paths } from '#src/paths.ts';
import { shortened } from '#src/ui/address.tsx';
import { SelectField } from '#src/ui/select-field.tsx';
import { useAhead } from '#src/flow/use-ahead.ts';

interface SavedOnlyProps {
  readonly options: WithdrawalOptions;
  readonly busy: boolean;
}

/** In place of the field: the saved addresses that may be withdrawn to, and from when the others may. */
export function SavedOnly({ options, busy }: SavedOnlyProps) {
  const { t } = useTranslation(['withdrawal', 'common']);
  const ahead = useAhead();
  const { values, setFieldValue } = useFormikContext<TypedWithdrawal>();
  const { asset, network, address } = values;
  const saved = options.addresses.filter((each) => each.asset === asset && each.network === network);
  const usable = saved.filter(({ newSince }) => newSince === null);
  const isUsable = usable.some((each) => each.address === address);

  // Nothing that isn't offered is sent unseen.
  useEffect(() => {
    if (address !== '' && !isUsable) void setFieldValue('address', '');
  }, [address, isUsable, setFieldValue]);

  return (
    <>
      <SelectField
        name="address"
        label={t('address')}
        hint={usable.length === 0 ? t('savedOnly.none', { asset }) : t('savedOnly.note')}
        choices={[
          { value: '', label: t('savedOnly.choose') },
          ...usable.map((each) => ({
            value: each.address,
            label: [each.label, shortened(each.address)].join(t('common:separator')),
          })),
        ]}
        disabled={busy}
      />
      {usable.length < saved.length && (
        <section className="flex flex-col gap-1 text-sm">
          <h2 className="font-semibold">{t('savedOnly.later')}</h2>
          <ul className="flex flex-col gap-1 text-muted">
            {saved.map(({ id, label, address: later, newSince }) => {
              if (newSince === null) return null;
              const from = usableFrom(newSince);
              return (
                <li key={id} className="wrap-anywhere">
                  <span className="block">{[label, shortened(later)].join(t('common:separator'))}</span>
                  <span className="block">{t('savedOnly.from', ahead(from))}</span>
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
