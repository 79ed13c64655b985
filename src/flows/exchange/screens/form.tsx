import { Formik } from 'formik';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ExchangeOptions, TypedExchange } from '#machines/exchange/exchange.types.ts';
import type { Asset } from '#money/assets.ts';
import { readTyped } from '#money/typed.ts';
import { KeepEntries, useKeptEntries } from '#src/flow/kept-entries.tsx';
import { AmountProblemAlert } from '#src/flow/amount-problem-alert.tsx';
import { wayOnFrom } from '#src/flow/unconfirmable.tsx';
import { useServices } from '#src/services/services.ts';
import { amountRule } from '#src/ui/amount-field.tsx';
import { Button } from '#src/ui/button.tsx';
import { Form } from '#src/ui/form.tsx';
import { Notice } from '#src/ui/notice.tsx';
import { PageHeading } from '#src/ui/page-heading.tsx';
import { Submit } from '#src/ui/submit.tsx';
import { object, string } from '#src/ui/schema.ts';
import { lastPair } from '../market.ts';
import { entriesOf, followed, typedOf, type ExchangeEntries } from './entries.ts';
import { ExchangeSteps } from './exchange-steps.tsx';
import type { ScreenProps } from './screen-props.ts';
import { Sides } from './sides.tsx';
import { Terms } from './terms.tsx';

const ENTRIES = 'exchange/form';

/** The pair and the amount, with rate and spread before the press (D-24). It stays in place while the quote is made. */
export function FormScreen({ snapshot, send, options }: ScreenProps & { readonly options: ExchangeOptions }) {
  const { storage } = useServices();
  const { t } = useTranslation('exchange');
  const busy = snapshot.hasTag('waiting');
  const { problem, typed } = snapshot.context;
  const last = lastPair(
    storage,
    options.assets.map(({ asset }) => asset),
  );
  const begun = beginning(options, { typed, last });
  return (
    <>
      <PageHeading title={t('title')} note={t('note')} />
      {begun !== null && <ExchangeSteps current={0} />}
      {snapshot.hasTag('error') && problem !== null && (
        <AmountProblemAlert problem={problem} actions={wayOnFrom(problem)} />
      )}
      {begun === null ? (
        <Notice kind="warning" title={t('closed.title')}>
          {t('closed.text')}
        </Notice>
      ) : (
        <ExchangeForm
          begun={begun}
          options={options}
          busy={busy}
          onSubmit={(wanted) => send({ type: 'SUBMIT_FORM', typed: wanted })}
        />
      )}
    </>
  );
}

interface ExchangeFormProps {
  readonly options: ExchangeOptions;
  readonly busy: boolean;
  readonly begun: TypedExchange;
  readonly onSubmit: (typed: TypedExchange) => void;
}

function ExchangeForm({ begun, options, busy, onSubmit }: ExchangeFormProps) {
  const { t } = useTranslation('exchange');
  const { t: rule } = useTranslation(['money', 'common']);
  const kept = useKeptEntries(ENTRIES, entriesOf(begun), { fits: (entries) => isOffered(options, entries) });
  const [initial] = useState(() => followed(kept, options));
  const typedAmount = amountRule(rule, t('amount'), ({ from }: ExchangeEntries) => from);
  const schema = object({
    // An amount that follows from a refused entry says nothing of its own; yup is given no empty text.
    amount: string().when(['side', 'receive', 'to'], ([side, receive = '', to], nothing) =>
      side === 'give' || readTyped(receive as string, to as Asset).kind === 'amount' ? typedAmount : nothing,
    ),
    receive: string().when('side', ([side], nothing) =>
      side === 'give' ? nothing : amountRule(rule, t('receive'), ({ to }: ExchangeEntries) => to),
    ),
  });
  return (
    <Formik<ExchangeEntries>
      initialValues={initial}
      validationSchema={schema}
      validateOnBlur={false}
      validateOnChange={false}
      onSubmit={(entries) => onSubmit(typedOf(entries))}
    >
      <Form aria-label={t('title')}>
        <KeepEntries form={ENTRIES} names={Object.keys(initial)} />
        <Sides options={options} busy={busy} />
        <Submit>
          <Button type="submit" block busy={busy} data-event="SUBMIT_FORM">
            {busy ? t('working') : t('submit')}
          </Button>
        </Submit>
        <Terms options={options} />
      </Form>
    </Formik>
  );
}

/** Whether both assets can still be exchanged. */
function isOffered({ assets }: ExchangeOptions, { from, to }: Pick<TypedExchange, 'from' | 'to'>): boolean {
  return [from, to].every((code) => assets.some(({ asset }) => asset === code));
}

/**
 * What was typed before if it can still be exchanged, else the last pair, else the first two assets; null if there are
 * not two.
 */
function beginning(
  options: ExchangeOptions,
  { typed, last }: { readonly typed: TypedExchange | null; readonly last: ReturnType<typeof lastPair> },
): TypedExchange | null {
  const [first, second] = options.assets;
  if (first === undefined || second === undefined) return null;
  if (typed !== null && isOffered(options, typed)) return typed;
  return { ...(last ?? { from: first.asset, to: second.asset }), amount: '' };
}
