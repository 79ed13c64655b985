import { Formik } from 'formik';
import { useTranslation } from 'react-i18next';
import { isAffordable } from '#machines/purchase/purchase.rules.ts';
import type { PlanStage, PurchaseOptions, StageName } from '#machines/purchase/purchase.types.ts';
import { exact, exactOf } from '#money/shown.ts';
import { formatDateTime } from '#src/i18n/format.ts';
import { formatPercent } from '#money/percent.ts';
import { depositing } from '#src/flow/wanted-deposit.ts';
import { paths } from '#src/paths.ts';
import { StageMark } from '#src/ui/member-marks.tsx';
import { Amount } from '#src/ui/amount.tsx';
import { Button, ButtonLink } from '#src/ui/button.tsx';
import { CardField } from '#src/ui/card-field.tsx';
import { AlsoWorth, CurrencyNote } from '#src/ui/estimate.tsx';
import { Form } from '#src/ui/form.tsx';
import { PageHeading } from '#src/ui/page-heading.tsx';
import { Fact, Facts } from '#src/ui/panel.tsx';
import { Submit } from '#src/ui/submit.tsx';
import { useStageWords } from '#src/ui/stage-words.ts';
import { shortfallOf } from '../shortfall.ts';
import { PurchaseSteps } from './purchase-steps.tsx';
import type { OptionsProps, PurchaseScreenProps } from './screen-props.ts';
import { WholeWords } from '#src/ui/whole-words.tsx';
import { object, string } from '#src/ui/schema.ts';

/** Every stage with its price, today's rate and its lock-up; never what it might earn (D-09, D-31). */
export function StagesScreen({ send, options }: PurchaseScreenProps & OptionsProps) {
  const { t } = useTranslation(['purchase', 'common']);
  const words = useStageWords();
  const cards = options.stages.map((stage) => ({
    value: stage.name,
    title: words.full(stage.stage),
    mark: <StageMark stage={stage.stage} />,
    closed: !isAffordable(options, stage),
    children: <StageFacts stage={stage} options={options} />,
  }));
  const schema = object({ plan: string().required(t('common:field.required', { item: t('stages') })) });
  return (
    <>
      <PageHeading title={t('title')} note={t('text')} />
      <PurchaseSteps current={0} />
      <Means options={options} />
      <Formik<{ plan: StageName | '' }>
        initialValues={{ plan: '' }}
        validationSchema={schema}
        validateOnBlur={false}
        validateOnChange={false}
        onSubmit={({ plan }) => {
          if (plan !== '') send({ type: 'CHOOSE_STAGE', plan });
        }}
      >
        <Form aria-label={t('title')}>
          <CardField
            name="plan"
            label={t('stages')}
            note={t('variable')}
            cards={cards}
            disabled={false}
            className="sm:max-xl:grid-cols-2"
            table
          />
          <Submit>
            {cards.some(({ closed }) => !closed) ? (
              <Button type="submit" block data-event="CHOOSE_STAGE">
                {t('choose')}
              </Button>
            ) : (
              <ButtonLink to={paths.deposit} block>
                {t('deposit')}
              </ButtonLink>
            )}
          </Submit>
        </Form>
      </Formik>
    </>
  );
}

/** The balance to pay with, and the rate behind the prices in USDT. */
function Means({ options: { available, rate, rateAt } }: OptionsProps) {
  const { t } = useTranslation('purchase');
  return (
    <div className="panel px-5 py-1">
      <Facts>
        <Fact term={t('available')}>
          <Amount value={available} unit="USDT" className="font-semibold" />
        </Fact>
        <Fact term={t('rate')}>
          <span className="flex flex-col items-end">
            <WholeWords text={t('rateText', { rate: exact(rate) })} />
            <span className="text-sm font-normal text-muted">
              <WholeWords text={t('rateAt', { moment: formatDateTime(rateAt) })} />
            </span>
          </span>
        </Fact>
      </Facts>
      <p className="py-2 text-sm text-muted empty:hidden">
        <CurrencyNote />
      </p>
    </div>
  );
}

function StageFacts({ stage, options }: { readonly stage: PlanStage; readonly options: PurchaseOptions }) {
  const { t } = useTranslation('purchase');
  const { amountUsd, amountUsdt, dailyRate } = stage;
  return (
    <>
      {amountUsd === null || amountUsdt === null ? (
        <p className="font-semibold">{t('anyAmount', { amount: exactOf(options.customAboveUsd, 'USD') })}</p>
      ) : (
        <p className="flex flex-wrap items-baseline justify-between gap-x-3 xl:flex-col xl:items-start">
          <span className="text-xl font-semibold tracking-tight whitespace-nowrap xl:text-base">
            {t('priceUsd', { amount: exactOf(amountUsd, 'USD') })}
          </span>
          <span className="text-sm text-muted">{t('priceUsdt', { amount: exactOf(amountUsdt, 'USDT') })}</span>
          <AlsoWorth usd={amountUsd} />
        </p>
      )}
      <div className="flex flex-wrap items-baseline gap-x-3 text-sm xl:contents">
        <p>{t('daily', { percent: formatPercent(dailyRate) })}</p>
        <p className="text-muted">{t('locked', { count: options.stakeDays })}</p>
      </div>
      <Affordable stage={stage} options={options} />
    </>
  );
}

/** Whether the plan is affordable; if not, depositing what is missing is offered instead of choosing it. */
function Affordable({ stage, options }: { readonly stage: PlanStage; readonly options: PurchaseOptions }) {
  const { t } = useTranslation('purchase');
  if (isAffordable(options, stage)) return <p className="text-sm font-medium text-success">{t('affordable')}</p>;
  const missing = shortfallOf(options, stage.amountUsdt);
  const amount = missing === null ? null : exactOf(missing, 'USDT');
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1.5 text-sm xl:flex-nowrap xl:justify-end">
      <p className="text-muted">
        {amount === null ? t('shortForCustom') : <WholeWords text={t('short', { amount })} />}
      </p>
      <ButtonLink
        to={missing === null ? paths.deposit : depositing({ asset: 'USDT', amount: missing })}
        kind="secondary"
        aria-label={amount === null ? undefined : t('depositMissing', { amount })}
        className="px-3 text-sm"
      >
        {t('deposit')}
      </ButtonLink>
    </div>
  );
}
