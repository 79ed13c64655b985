import { useFormikContext } from 'formik';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { TypedWithdrawal, WithdrawalOptions } from '#machines/withdrawal/withdrawal.types.ts';
import { usableFrom } from '#src/flow/usable-from.ts';
import { formatDateTime } from '#src/i18n/format.ts';
import { formatAhead } from '#src/i18n/spans.ts';
import { useCulture } from '#src/i18n/use-culture.ts';
import { paths } from '#src/paths.ts';
import { useServices } from '#src/services/services.ts';
import { FullAddress, shortened } from '#src/ui/address.tsx';
import { AddressField } from '#src/ui/address-field.tsx';
import { FieldFrame } from '#src/ui/field-frame.tsx';
import { useMoneyWords } from '#src/ui/money-words.ts';
import { SelectField } from '#src/ui/select-field.tsx';

interface AddressFieldsProps {
  readonly options: WithdrawalOptions;
  readonly busy: boolean;
}

/** Network and address, typed or from the address book. */
export function AddressFields({ options, busy }: AddressFieldsProps) {
  const { t } = useTranslation(['withdrawal', 'money', 'common']);
  const words = useMoneyWords();
  const { values, setFieldValue } = useFormikContext<TypedWithdrawal>();
  const { asset, network, address } = values;
  const networks = options.assets.find((each) => each.asset === asset)?.networks ?? [];
  const first = networks.some((each) => each.network === network) ? network : networks[0]?.network;

  const isDevelopment = networks.some((each) => each.network === first && each.development);

  // Another asset may not exist on the network chosen for the previous one.
  useEffect(() => {
    if (first !== undefined && first !== network) void setFieldValue('network', first);
  }, [first, network, setFieldValue]);

  return (
    <>
      <SelectField
        name="network"
        label={t('network')}
        hint={
          isDevelopment
            ? t('common:sentences', { first: t('networkHint'), second: t('money:developmentHint') })
            : t('networkHint')
        }
        choices={networks.map((each) => ({
          value: each.network,
          label: words.network(each.network, each.development),
        }))}
        disabled={busy}
      />
      {!options.allowList && <AddressBook options={options} busy={busy} />}
      <div className="flex flex-col gap-1.5">
        {options.allowList ? (
          <SavedOnly options={options} busy={busy} />
        ) : (
          <AddressField
            name="address"
            label={t('address')}
            hint={t('addressHint')}
            wanted={{ asset, network: first ?? network, development: isDevelopment }}
            readOnly={busy}
          />
        )}
        {address.trim() !== '' && (
          // A phone shows only a part of the field: here all of it can be compared.
          <p aria-hidden="true" className="rounded-field bg-base-200 p-3">
            <FullAddress address={address.trim()} />
          </p>
        )}
      </div>
    </>
  );
}

/**
 * In place of the field: the saved addresses that may be withdrawn to, and from when the others may. What was typed
 * before is none of them, or one of them.
 */
function SavedOnly({ options, busy }: AddressFieldsProps) {
  const { t } = useTranslation(['withdrawal', 'common']);
  const culture = useCulture();
  const { now } = useServices();
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
                  <span className="block">
                    {t('savedOnly.from', { moment: formatDateTime(from), relative: formatAhead(from, now(), culture) })}
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

/** The saved addresses for the asset on the network; choosing one fills in the field below. */
function AddressBook({ options, busy }: AddressFieldsProps) {
  const { t } = useTranslation(['withdrawal', 'common']);
  const { values, setFieldValue } = useFormikContext<TypedWithdrawal>();
  const saved = options.addresses.filter(({ asset, network }) => asset === values.asset && network === values.network);
  if (saved.length === 0) return null;
  const chosen = saved.find(({ address }) => address === values.address.trim())?.address ?? '';
  return (
    <div className="flex flex-col gap-1.5">
      <FieldFrame label={t('book.label')} error={undefined}>
        {(ids) => (
          <select
            {...ids}
            value={chosen}
            disabled={busy}
            onChange={({ target }) => void setFieldValue('address', target.value)}
            className="select field-box"
          >
            <option value="">{t('book.other')}</option>
            {saved.map(({ id, address, label, newSince }) => (
              <option key={id} value={address}>
                {[label, shortened(address), ...(newSince === null ? [] : [t('book.new')])].join(t('common:separator'))}
              </option>
            ))}
          </select>
        )}
      </FieldFrame>
      <p className="text-sm">
        <Link to={paths.addresses} className="text-link inline-flex min-h-11 items-center">
          {t('book.manage')}
        </Link>
      </p>
    </div>
  );
}
