import { Formik, useFormikContext } from 'formik';
import { useTranslation } from 'react-i18next';
import { firstOf, optionOf, usualFirst } from '#machines/chart/chart.rules.ts';
import type { TypedWithdrawal, WithdrawalOptions } from '#machines/withdrawal/withdrawal.types.ts';
import { exact, exactOf } from '#money/shown.ts';
import { KeepEntries, useKeptEntries } from '#src/flow/kept-entries.tsx';
import { AmountProblemAlert } from '#src/flow/amount-problem-alert.tsx';
import { wayOnFrom } from '#src/flow/unconfirmable.tsx';
import { useServices } from '#src/services/services.ts';
import { AmountField, amountOf, amountRule } from '#src/ui/amount-field.tsx';
import { Button } from '#src/ui/button.tsx';
import { EntryWorth } from '#src/ui/entry-worth.tsx';
import { Form } from '#src/ui/form.tsx';
import { Notice } from '#src/ui/notice.tsx';
import { PageHeading } from '#src/ui/page-heading.tsx';
import { Submit } from '#src/ui/submit.tsx';
import { CoinMark } from '#src/ui/member-marks.tsx';
import { TileField } from '#src/ui/tile-field.tsx';
import { saidOf, type DraftRun } from '../../confirmation/use-draft.ts';
import { AddressFields } from './address-fields.tsx';
import { FeePreview } from './fee-preview.tsx';
import type { WithdrawalScreenProps } from './screen-props.ts';
import { WithdrawalSteps } from './withdrawal-steps.tsx';
import { WholeWords } from '#src/ui/whole-words.tsx';
import { object, string } from '#src/ui/schema.ts';

const ENTRIES = 'withdrawal/form';

/**
 * Amount and destination, with minimum and fee beside them. It stays in place while the quote is made and after a
 * refusal.
 */
export function FormScreen({
  snapshot,
  send,
  options,
  ranOut,
}: WithdrawalScreenProps & Pick<DraftRun, 'ranOut'> & { readonly options: WithdrawalOptions }) {
  const { storage } = useServices();
  const { t } = useTranslation(['withdrawal', 'common']);
  const { t: tMoney } = useTranslation(['money', 'common']);
  const { typed, problem } = snapshot.context;
  const busy = snapshot.matches('creatingWithdrawal');
  const first = optionOf(options, storage.get('withdrawalAssetName') ?? '') ?? firstOf(options);
  const isOffered = ({ asset }: TypedWithdrawal) => optionOf(options, asset) !== null;
  const beginning =
    typed !== null && isOffered(typed)
      ? typed
      : {
          asset: first?.asset ?? 'USDT',
          network: first?.networks[0]?.network ?? 'ethereum',
          address: typed?.address ?? '',
          amount: '',
        };
  const initial = useKeptEntries<TypedWithdrawal>(ENTRIES, beginning, { fits: isOffered });
  const schema = object({
    address: string()
      .trim()
      .required(t('common:field.required', { item: t('address') }))
      .matches(/^\S*$/, t('addressBlank')),
    amount: amountRule<TypedWithdrawal>(tMoney, t('amount'), ({ asset }) => asset),
  });
  return (
    <>
      <PageHeading title={t('title')} note={t('text')} />
      <WithdrawalSteps current={0} />
      {snapshot.hasTag('error') && problem !== null && (
        <AmountProblemAlert problem={saidOf(problem, ranOut)} actions={wayOnFrom(problem)} />
      )}
      {first === null ? (
        <Notice kind="warning" title={t('nothing.title')}>
          {t('nothing.text')}
        </Notice>
      ) : (
        <Formik<TypedWithdrawal>
          initialValues={initial}
          validationSchema={schema}
          validateOnBlur={false}
          validateOnChange={false}
          onSubmit={(values) =>
            send({
              type: 'SUBMIT_FORM',
              typed: { ...values, address: values.address.trim(), amount: amountOf(values.amount, values.asset) },
            })
          }
        >
          <Form aria-label={t('title')}>
            <KeepEntries form={ENTRIES} names={Object.keys(initial)} />
            <TileField
              name="asset"
              label={t('asset')}
              tiles={usualFirst(options).map(({ asset }) => ({
                value: asset,
                title: asset,
                text: tMoney(`asset.${asset}`),
                mark: <CoinMark unit={asset} />,
              }))}
              disabled={busy}
              upright
            />
            <AddressFields options={options} busy={busy} />
            <AssetAmount options={options} busy={busy} />
            <FeePreview options={options} />
            <Submit>
              <Button type="submit" block busy={busy} data-event="SUBMIT_FORM">
                {busy ? t('working') : t('submit')}
              </Button>
            </Submit>
          </Form>
        </Formik>
      )}
    </>
  );
}

/** The amount of the asset that is chosen, with its own bounds. */
function AssetAmount({ options, busy }: { readonly options: WithdrawalOptions; readonly busy: boolean }) {
  const { t } = useTranslation('withdrawal');
  const { values } = useFormikContext<TypedWithdrawal>();
  const option = optionOf(options, values.asset);
  if (option === null) return null;
  const { asset, minimum, available, rate } = option;
  const hint = t('minimum', {
    minimum: `${exactOf(minimum, asset)} ${asset}`,
    usd: exactOf(options.minimumUsd, 'USD'),
    asset,
    rate: exact(rate),
  });
  return (
    <>
      <AmountField
        name="amount"
        label={t('amount')}
        hint={<WholeWords text={hint} />}
        unit={asset}
        minimum={minimum}
        available={available}
        readOnly={busy}
      />
      <EntryWorth name="amount" unit={asset} rate={rate} />
    </>
  );
}
