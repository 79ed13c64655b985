import { useFormikContext } from 'formik';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import type { TypedWithdrawal, WithdrawalOptions } from '#machines/withdrawal/withdrawal.types.ts';
import { FullAddress } from '#src/ui/address.tsx';
import { AddressField } from '#src/ui/address-field.tsx';
import { NETWORK_COINS, useMoneyWords } from '#src/ui/money-words.ts';
import { CoinMark } from '#src/ui/member-marks.tsx';
import { TileField } from '#src/ui/tile-field.tsx';
import { KnownAddresses } from './known-addresses.tsx';
import { SavedOnly } from './saved-only.tsx';

interface AddressFieldsProps {
  readonly options: WithdrawalOptions;
  readonly busy: boolean;
}

/** Network and address, typed or one that is known. */
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
      <TileField
        name="network"
        label={t('network')}
        tiles={networks.map((each) => ({
          value: each.network,
          title: words.network(each.network, each.development),
          text: each.development
            ? t('common:sentences', { first: t('networkHint'), second: t('money:developmentHint') })
            : t('networkHint'),
          mark: <CoinMark unit={NETWORK_COINS[each.network]} className="size-7" />,
        }))}
        disabled={busy}
      />
      {!options.allowList && (
        <KnownAddresses
          options={options}
          busy={busy}
          asset={asset}
          network={network}
          address={address}
          fillIn={setFieldValue}
        />
      )}
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
          // A phone shows only a part of the field: here all of it can be compared. Without a field it is only here.
          <p aria-hidden={options.allowList ? undefined : true} className="rounded-field bg-base-200 p-3">
            <FullAddress address={address.trim()} />
          </p>
        )}
      </div>
    </>
  );
}
