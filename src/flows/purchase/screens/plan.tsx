import { Formik } from 'formik';
import { useTranslation } from 'react-i18next';
import type { Problem } from '#machines/chart/problem.ts';
import { stageOf, stagesWithinReach } from '#machines/purchase/purchase.rules.ts';
import type { PlanStage, PurchaseEvent, PurchaseOptions, StageName } from '#machines/purchase/purchase.types.ts';
import { divideFloor, multiply, type Amount } from '#money/amount.ts';
import { scaleOf } from '#money/assets.ts';
import { exact, exactOf } from '#money/shown.ts';
import { wayOnFrom } from '#src/flow/unconfirmable.tsx';
import { KeepEntries, useKeptEntries } from '#src/flow/kept-entries.tsx';
import { AmountProblemAlert } from '#src/flow/amount-problem-alert.tsx';
import { depositing } from '#src/flow/wanted-deposit.ts';
import { paths } from '#src/paths.ts';
import { AmountField, amountOf, amountRule } from '#src/ui/amount-field.tsx';
import { Button, ButtonLink } from '#src/ui/button.tsx';
import { EntryWorth } from '#src/ui/entry-worth.tsx';
import { Form } from '#src/ui/form.tsx';
import { PageHeading } from '#src/ui/page-heading.tsx';
import { Submit } from '#src/ui/submit.tsx';
import { useStageWords } from '#src/ui/stage-words.ts';
import { boolean, object } from '#src/ui/schema.ts';
import { WholeWords } from '#src/ui/whole-words.tsx';
import { saidOf, type DraftRun } from '../../confirmation/use-draft.ts';
import { priceOf, shortfallOf } from '../shortfall.ts';
import { Explainer } from './explainer.tsx';
import { PurchaseSteps } from './purchase-steps.tsx';
import { Risk } from './risk.tsx';
import type { OptionsProps, PurchaseScreenProps } from './screen-props.ts';

const ENTRIES = 'purchase/plan';

interface FormValues {
  readonly amountUsd: string;
  readonly acknowledged: boolean;
}

/**
 * What the stage means, its risk, and the amount if the stage has no price. It stays in place while the draft is made
 * and after a refusal.
 */
export function PlanScreen({
  snapshot,
  send,
  options,
  ranOut,
}: PurchaseScreenProps & OptionsProps & Pick<DraftRun, 'ranOut'>) {
  const { t } = useTranslation(['purchase', 'common']);
  const { stage, amountUsd, problem } = snapshot.context;
  const plan = stageOf(options, stage);
  if (plan === null) return null;
  return (
    <>
      <PageHeading title={t('plan.title')} tab={t('title')} note={t('plan.text')} />
      <PurchaseSteps current={1} />
      {snapshot.hasTag('error') && problem !== null && (
        <Refusal problem={saidOf(problem, ranOut)} plan={plan} options={options} amountUsd={amountUsd} />
      )}
      <StageChoice
        plan={plan}
        options={options}
        busy={snapshot.matches('creatingPurchase')}
        onChoose={(name) => send({ type: 'CHANGE_STAGE', plan: name })}
      />
      <PlanForm key={plan.stage} snapshot={snapshot} send={send} plan={plan} options={options} />
    </>
  );
}

interface PlanProps extends OptionsProps {
  readonly plan: PlanStage;
}

/** The stages within reach; another one replaces what is shown below. */
function StageChoice({
  plan,
  options,
  busy,
  onChoose,
}: PlanProps & { readonly busy: boolean; readonly onChoose: (name: StageName) => void }) {
  const { t } = useTranslation('purchase');
  const words = useStageWords();
  return (
    <ul aria-label={t('stages')} className="flex flex-wrap gap-2">
      {stagesWithinReach(options).map(({ stage, name }) => (
        <li key={stage}>
          <button
            type="button"
            name="plan"
            value={name}
            className="chip"
            aria-pressed={stage === plan.stage}
            disabled={busy}
            data-event="CHANGE_STAGE"
            onClick={() => onChoose(name)}
          >
            <WholeWords text={words.name(stage)} />
          </button>
        </li>
      ))}
    </ul>
  );
}

/** What the stage means, the amount if it has no price, and the risk: all of it before the one press. */
function PlanForm({ snapshot, send, plan, options }: PurchaseScreenProps & PlanProps) {
  const { t } = useTranslation(['purchase', 'common']);
  const { t: tMoney } = useTranslation(['money', 'common']);
  const { amountUsd, acknowledged } = snapshot.context;
  const busy = snapshot.matches('creatingPurchase');
  const about = String(plan.stage);
  const typed = useKeptEntries(
    ENTRIES,
    { amountUsd: amountUsd === null || amountUsd === '' ? '' : exact(amountUsd) },
    { about },
  );
  const isCustom = plan.amountUsd === null;
  const schema = object({
    ...(isCustom ? { amountUsd: amountRule<FormValues>(tMoney, t('amount'), () => 'USD') } : {}),
    acknowledged: boolean().oneOf([true], t('risk.required')),
  });
  const eventOf = (values: FormValues): PurchaseEvent =>
    isCustom
      ? { type: 'SUBMIT_AMOUNT', typed: { amountUsd: amountOf(values.amountUsd, 'USD'), acknowledged: true } }
      : { type: 'SUBMIT_PLAN', acknowledged: true };
  return (
    <Formik<FormValues>
      initialValues={{ ...typed, acknowledged: options.riskAcknowledged || acknowledged === options.riskVersion }}
      validationSchema={schema}
      validateOnBlur={false}
      validateOnChange={false}
      // The rules of a form may not be there, and a consent that nobody gave is never sent.
      onSubmit={async (values, { setFieldError }) =>
        values.acknowledged ? send(eventOf(values)) : setFieldError('acknowledged', t('risk.required'))
      }
    >
      <Form aria-label={t('plan.title')}>
        <Explainer plan={plan} options={options} />
        {isCustom && <KeepEntries form={ENTRIES} about={about} names={Object.keys(typed)} />}
        {isCustom && <CustomAmount options={options} busy={busy} />}
        <Risk options={options} busy={busy} />
        <Submit>
          <Button type="submit" busy={busy} data-event={isCustom ? 'SUBMIT_AMOUNT' : 'SUBMIT_PLAN'}>
            {busy ? t('working') : t('submit')}
          </Button>
          {!busy && (
            <Button kind="quiet" data-event="BACK" onClick={() => send({ type: 'BACK' })}>
              {t('common:action.back')}
            </Button>
          )}
        </Submit>
      </Form>
    </Formik>
  );
}

/** The amount of the custom stage, at most the value of the available balance. */
function CustomAmount({
  options: { available, rate, customAboveUsd },
  busy,
}: OptionsProps & { readonly busy: boolean }) {
  const { t } = useTranslation('purchase');
  const most = divideFloor(multiply(available, rate), '1', scaleOf('USD'));
  return (
    <>
      <AmountField
        name="amountUsd"
        label={t('amount')}
        hint={t('amountHint', { amount: exactOf(customAboveUsd, 'USD') })}
        unit="USD"
        above={customAboveUsd}
        available={most}
        readOnly={busy}
      />
      <EntryWorth name="amountUsd" unit="USD" rate="1" />
    </>
  );
}

interface RefusalProps {
  readonly problem: Problem;
  readonly plan: PlanStage;
  readonly options: PurchaseOptions;
  /** What was typed for the custom stage. */
  readonly amountUsd: Amount | null;
}

/** Why the purchase could not be prepared, and what to deposit if the balance is too small. */
function Refusal({ problem, plan, options, amountUsd }: RefusalProps) {
  const { t } = useTranslation('purchase');
  if (problem.code !== 'insufficient_balance')
    return <AmountProblemAlert problem={problem} actions={wayOnFrom(problem)} />;
  const toDeposit = <ButtonLink to={paths.deposit}>{t('deposit')}</ButtonLink>;
  // There is no typed amount to reduce.
  if (plan.amountUsdt !== null)
    return <AmountProblemAlert problem={problem} hint={t('priceTooHigh')} actions={toDeposit} />;
  const missing = shortfallOf(options, priceOf(options, plan, amountUsd));
  if (missing === null) return <AmountProblemAlert problem={problem} actions={toDeposit} />;
  const amount = exactOf(missing, 'USDT');
  return (
    <AmountProblemAlert
      problem={problem}
      hint={t('amountTooHigh', { amount })}
      actions={
        <ButtonLink to={depositing({ asset: 'USDT', amount: missing })}>{t('depositMissing', { amount })}</ButtonLink>
      }
    />
  );
}
