import { Formik, useFormikContext } from 'formik';
import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PaymentWanted } from '#money/payment-codes.ts';
import type { components } from '#openapi/api.gen.d.ts';
import { actEntries } from '#src/flow/act-entries.ts';
import { Refusable } from '#src/flow/refusable.tsx';
import { useServices } from '#src/services/services.ts';
import { AddressField } from '#src/ui/address-field.tsx';
import { Button } from '#src/ui/button.tsx';
import { Form } from '#src/ui/form.tsx';
import { useMoneyWords } from '#src/ui/money-words.ts';
import { Notice } from '#src/ui/notice.tsx';
import { Panel } from '#src/ui/panel.tsx';
import { SelectField } from '#src/ui/select-field.tsx';
import { Skeleton } from '#src/ui/skeleton.tsx';
import { TextField } from '#src/ui/text-field.tsx';
import { object, string } from '#src/ui/schema.ts';
import { dataOf } from '#src/reads/answers.ts';
import { ReadFailed } from '#src/flow/read-failed.tsx';
import { useRead } from '#src/reads/use-read.ts';
import { LONGEST_LABEL, useSaveAddress } from './use-save-address.ts';

type WithdrawalAsset = components['schemas']['WithdrawalAsset'];

/** What can be withdrawn over which network, with the value of its choice. */
interface Pair extends PaymentWanted {
  readonly value: string;
}

const LINES = 3;

/** Adds an address to the book. The server decides what can be withdrawn, and over which networks. */
export function AddPanel({ onAdded }: { readonly onAdded: () => void }) {
  const { t } = useTranslation('addresses');
  const { api } = useServices();
  const [saved, setSaved] = useState(0);
  const read = useCallback((signal: AbortSignal) => dataOf(api.GET('/withdrawals/options', { signal })), [api]);
  const { result, retry } = useRead('withdrawal options', read);
  const assets = result.state === 'ready' ? result.value.assets.filter(({ networks }) => networks.length > 0) : [];
  return (
    <Panel title={t('add.title')}>
      {result.state === 'loading' && <Skeleton what={t('add.loading')} lines={LINES} />}
      {result.state === 'failed' && <ReadFailed problem={result.problem} onRetry={retry} />}
      {result.state === 'ready' && assets.length === 0 && <p className="text-muted">{t('add.closed')}</p>}
      {assets.length > 0 && (
        <AddForm
          // Empty again after each address.
          key={saved}
          assets={assets}
          onAdded={() => {
            setSaved((count) => count + 1);
            onAdded();
          }}
        />
      )}
    </Panel>
  );
}

function AddForm({ assets, onAdded }: { readonly assets: readonly WithdrawalAsset[]; readonly onAdded: () => void }) {
  const { t } = useTranslation(['addresses', 'common']);
  const words = useMoneyWords();
  const { busy, problem, run } = useSaveAddress(onAdded);
  const pairs: readonly Pair[] = assets.flatMap(({ asset, networks }) =>
    networks.map(({ network, development }) => ({ asset, network, development, value: `${asset} ${network}` })),
  );
  const required = (item: string) => string().trim().required(t('common:field.required', { item }));
  const isBusy = busy !== null;
  return (
    <Formik
      initialValues={{ pair: pairs[0]?.value ?? '', address: '', label: '' }}
      validationSchema={object({ address: required(t('add.address')), label: required(t('add.label')) })}
      validateOnBlur={false}
      validateOnChange={false}
      onSubmit={({ pair, address, label }) => {
        // The options may have been read again since: a pair that is gone is the first one, as the field shows.
        const chosen = pairs.find(({ value }) => value === pair) ?? pairs[0];
        if (chosen !== undefined)
          run({ asset: chosen.asset, network: chosen.network, address: address.trim(), label: label.trim() });
      }}
    >
      <Form aria-label={t('add.title')}>
        <Refusable problem={problem} entries={actEntries.saveAddress}>
          <SelectField
            name="pair"
            label={t('add.what')}
            choices={pairs.map(({ asset, network, development, value }) => ({
              value,
              label: t('add.pair', { asset, network: words.network(network, development) }),
            }))}
            disabled={isBusy}
          />
          <Notice kind="warning">{t('add.warning')}</Notice>
          <PairAddress pairs={pairs} busy={isBusy} />
          <TextField
            name="label"
            label={t('add.label')}
            hint={t('add.labelHint')}
            maxLength={LONGEST_LABEL}
            autoComplete="off"
            readOnly={isBusy}
          />
          <p className="text-sm text-muted">{t('newHint')}</p>
          <div>
            <Button type="submit" busy={isBusy}>
              {isBusy ? t('saving') : t('add.save')}
            </Button>
          </div>
        </Refusable>
      </Form>
    </Formik>
  );
}

/** The address on the network that is chosen. */
function PairAddress({ pairs, busy }: { readonly pairs: readonly Pair[]; readonly busy: boolean }) {
  const { t } = useTranslation('addresses');
  const { values } = useFormikContext<{ readonly pair: string }>();
  const pair = pairs.find(({ value }) => value === values.pair) ?? pairs[0];
  return pair === undefined ? null : (
    <AddressField name="address" label={t('add.address')} wanted={pair} readOnly={busy} />
  );
}
