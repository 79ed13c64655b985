import { Formik, useFormikContext } from 'formik';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { firstOf, optionOf, usualFirst } from '#machines/chart/chart.rules.ts';
import type { DepositContext, DepositOptions, TypedDeposit } from '#machines/deposit/deposit.types.ts';
import { compare, larger } from '#money/amount.ts';
import { exact, exactOf } from '#money/shown.ts';
import { KeepEntries, useKeptEntries } from '#src/flow/kept-entries.tsx';
import { AmountProblemAlert } from '#src/flow/amount-problem-alert.tsx';
import { wantedDeposit, type WantedDeposit } from '#src/flow/wanted-deposit.ts';
import { useServices } from '#src/services/services.ts';
import { AmountField, amountOf, amountRule } from '#src/ui/amount-field.tsx';
import { Button } from '#src/ui/button.tsx';
import { EntryWorth } from '#src/ui/entry-worth.tsx';
import { Form } from '#src/ui/form.tsx';
import { NETWORK_COINS, useMoneyWords } from '#src/ui/money-words.ts';
import { Notice } from '#src/ui/notice.tsx';
import { PageHeading } from '#src/ui/page-heading.tsx';
import { CoinMark } from '#src/ui/member-marks.tsx';
import { Submit } from '#src/ui/submit.tsx';
import { TileField } from '#src/ui/tile-field.tsx';
import { DelayedNotice } from './delayed-notice.tsx';
import { OpenRequests } from './open-requests.tsx';
import type { ScreenProps } from './screen-props.ts';
import { WholeWords } from '#src/ui/whole-words.tsx';
import { object } from '#src/ui/schema.ts';

const ENTRIES = 'deposit/form';

/** What is already under way, and the form: asset, network and amount, with the minimum before the press (D-24). */
export function FormScreen({ snapshot, send }: ScreenProps) {
  const { storage } = useServices();
  const { t } = useTranslation('deposit');
  const busy = snapshot.hasTag('waiting');
  const { problem, options } = snapshot.context;
  return (
    <>
      <PageHeading title={t('title')} note={t('note')} />
      {snapshot.hasTag('error') && problem !== null && (
        <AmountProblemAlert
          problem={problem}
          hint={snapshot.matches({ enteringDeposit: 'gone' }) ? t('gone') : undefined}
          actions={
            snapshot.matches({ enteringDeposit: 'tooManyOpen' }) && <ShowOpen onPress={() => send({ type: 'RETRY' })} />
          }
        />
      )}
      {options !== null && options.open.length > 0 && (
        <OpenRequests
          requests={options.open}
          busy={busy}
          onOpen={(depositId) => send({ type: 'OPEN_REQUEST', depositId })}
        />
      )}
      {options !== null && options.assets.length === 0 ? (
        <Notice kind="warning" title={t('closed.title')}>
          {t('closed.text')}
        </Notice>
      ) : (
        <DepositForm
          context={snapshot.context}
          lastAsset={storage.get('depositAssetName')}
          busy={busy}
          onSubmit={(typed) => send({ type: 'SUBMIT_FORM', typed })}
        />
      )}
    </>
  );
}

/** Reads the open requests again, which then appear above the form. */
function ShowOpen({ onPress }: { readonly onPress: () => void }) {
  const { t } = useTranslation('deposit');
  return (
    <Button kind="secondary" data-event="RETRY" onClick={onPress}>
      {t('open.show')}
    </Button>
  );
}

interface DepositFormProps {
  readonly context: DepositContext;
  readonly lastAsset: string | null;
  readonly busy: boolean;
  readonly onSubmit: (typed: TypedDeposit) => void;
}

function DepositForm({ context, lastAsset, busy, onSubmit }: DepositFormProps) {
  const { t } = useTranslation('deposit');
  const { t: rule } = useTranslation(['money', 'common']);
  const schema = object({ amount: amountRule(rule, t('amount'), (values: TypedDeposit) => values.asset) });
  const wanted = wantedDeposit(useSearchParams()[0]);
  // Entries for anything else do not override what a link requests.
  const minimum = wanted === null ? null : (optionOf(context.options, wanted.asset)?.minimum ?? null);
  const about = wanted === null ? '' : `${wanted.asset} ${wanted.amount}`;
  const initial = useKeptEntries(ENTRIES, beginning(context, { lastAsset, wanted }), {
    about,
    fits: ({ asset }) => optionOf(context.options, asset) !== null,
  });
  return (
    <Formik<TypedDeposit>
      initialValues={initial}
      validationSchema={schema}
      validateOnBlur={false}
      validateOnChange={false}
      onSubmit={(typed) => onSubmit({ ...typed, amount: amountOf(typed.amount, typed.asset) })}
    >
      <Form aria-label={t('title')}>
        <KeepEntries form={ENTRIES} about={about} names={Object.keys(initial)} />
        {wanted !== null && minimum !== null && compare(wanted.amount, minimum) < 0 && (
          <Raised wanted={wanted} minimum={minimum} />
        )}
        <Fields options={context.options} busy={busy} />
        <Submit>
          <Button type="submit" busy={busy} data-event="SUBMIT_FORM">
            {busy ? t('working') : t('submit')}
          </Button>
        </Submit>
      </Form>
    </Formik>
  );
}

/** Why the form starts with more than the link requested. */
function Raised({ wanted: { asset, amount }, minimum }: { readonly wanted: WantedDeposit; readonly minimum: string }) {
  const { t } = useTranslation('deposit');
  const { values } = useFormikContext<TypedDeposit>();
  if (values.asset !== asset) return null;
  return (
    <Notice>
      {t('raised', { amount: `${exactOf(amount, asset)} ${asset}`, minimum: `${exactOf(minimum, asset)} ${asset}` })}
    </Notice>
  );
}

/** What a link requests, else what was typed before, else the last asset, else the one that plans are paid in. */
function beginning(
  { options, typed }: DepositContext,
  { lastAsset, wanted }: { readonly lastAsset: string | null; readonly wanted: WantedDeposit | null },
): TypedDeposit {
  const asked = optionOf(options, wanted?.asset ?? '');
  const option = asked ?? optionOf(options, typed?.asset ?? lastAsset ?? '') ?? firstOf(options);
  const network = option?.networks.find((each) => each.network === typed?.network) ?? option?.networks[0];
  // Less than the minimum would be refused.
  const amount = asked === null || wanted === null ? typed?.amount : larger(wanted.amount, asked.minimum);
  return {
    asset: option?.asset ?? 'USDT',
    network: network?.network ?? 'ethereum',
    // One that could not be read is typed again.
    amount: amount === undefined || amount === '' ? '' : exact(amount),
  };
}

function Fields({ options, busy }: { readonly options: DepositOptions | null; readonly busy: boolean }) {
  const { t } = useTranslation('deposit');
  const { t: tMoney } = useTranslation('money');
  const words = useMoneyWords();
  const { values, setFieldValue } = useFormikContext<TypedDeposit>();
  const option = optionOf(options, values.asset);
  const networks = option?.networks ?? [];
  const network = networks.find((each) => each.network === values.network);
  const first = networks[0]?.network;
  // Another asset has other networks: a network that does not carry it is deselected.
  useEffect(() => {
    if (network === undefined && first !== undefined) void setFieldValue('network', first);
  }, [network, first, setFieldValue]);
  return (
    <>
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
      <TileField
        name="network"
        label={t('network')}
        tiles={networks.map((each) => ({
          value: each.network,
          title: words.network(each.network, each.development),
          text: t('needs', { count: each.confirmations }),
          mark: <CoinMark unit={NETWORK_COINS[each.network]} className="size-7" />,
        }))}
        disabled={busy}
      />
      {network !== undefined && <DelayedNotice of={network} />}
      <AmountField
        name="amount"
        label={t('amount')}
        unit={values.asset}
        minimum={option?.minimum}
        readOnly={busy}
        hint={option === null || options === null ? undefined : <WholeWords text={minimumOf(option, options)} />}
      />
      {option !== null && <EntryWorth name="amount" unit={option.asset} rate={option.rate} />}
    </>
  );

  function minimumOf(
    { asset, minimum, rate }: DepositOptions['assets'][number],
    { minimumUsd }: DepositOptions,
  ): string {
    return t('minimum', {
      asset,
      minimum: `${exactOf(minimum, asset)} ${asset}`,
      usd: `${exactOf(minimumUsd, 'USD')} USD`,
      rate: `${exact(rate)} USD`,
    });
  }
}
