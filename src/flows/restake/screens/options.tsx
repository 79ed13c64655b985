import { Formik } from 'formik';
import { useTranslation } from 'react-i18next';
import type { StakeChoice, StakeOption } from '#machines/restake/restake.types.ts';
import { AmountProblemAlert } from '#src/flow/amount-problem-alert.tsx';
import { wayOnFrom } from '#src/flow/unconfirmable.tsx';
import { Button } from '#src/ui/button.tsx';
import { CardField } from '#src/ui/card-field.tsx';
import { Form } from '#src/ui/form.tsx';
import { PageHeading } from '#src/ui/page-heading.tsx';
import { Panel } from '#src/ui/panel.tsx';
import { StakeFacts, StakeProgress } from '#src/ui/stake-facts.tsx';
import { Submit } from '#src/ui/submit.tsx';
import { object, string } from '#src/ui/schema.ts';
import { saidOf, type DraftRun } from '../../confirmation/use-draft.ts';
import { ChoiceFacts } from './choice-facts.tsx';
import { LeaveButton } from './closed.tsx';
import { RestakeSteps } from './restake-steps.tsx';
import type { OptionsProps, RestakeScreenProps } from './screen-props.ts';

/**
 * The three options side by side, each with what it moves (D-10, D-24). It stays in place while the draft is made and
 * after a refusal.
 */
export function OptionsForm({
  snapshot,
  send,
  options,
  ranOut,
}: RestakeScreenProps & OptionsProps & Pick<DraftRun, 'ranOut'>) {
  const { t } = useTranslation(['restake', 'common']);
  const { option, problem } = snapshot.context;
  const busy = snapshot.matches('creatingRestake');
  const schema = object({ option: string().required(t('common:field.required', { item: t('choices') })) });
  return (
    <>
      <PageHeading title={t('title')} note={t('text')} />
      <RestakeSteps current={0} />
      {snapshot.hasTag('error') && problem !== null && (
        <AmountProblemAlert problem={saidOf(problem, ranOut)} actions={wayOnFrom(problem)} />
      )}
      <Formik<{ option: StakeOption | '' }>
        initialValues={{ option: option ?? '' }}
        validationSchema={schema}
        validateOnBlur={false}
        validateOnChange={false}
        onSubmit={(values) => {
          if (values.option !== '') send({ type: 'CHOOSE_OPTION', option: values.option });
        }}
      >
        <Form aria-label={t('title')}>
          <Panel title={t('stake')}>
            <StakeProgress stake={options.stake} />
            <StakeFacts stake={options.stake} />
          </Panel>
          <CardField
            name="option"
            label={t('choices')}
            cards={options.choices.map((choice) => ({
              value: choice.option,
              title: t(`option.${choice.option}`),
              closed: !choice.possible,
              children: <Choice choice={choice} />,
            }))}
            disabled={busy}
            className="lg:grid-cols-3"
          />
          <Submit>
            {/* A stake that was decided in the meantime has no choice left. */}
            {options.choices.some(({ possible }) => possible) && (
              <Button type="submit" busy={busy} data-event="CHOOSE_OPTION">
                {busy ? t('working') : t('submit')}
              </Button>
            )}
            {!busy && <LeaveButton send={send} short />}
          </Submit>
        </Form>
      </Formik>
    </>
  );
}

function Choice({ choice }: { readonly choice: StakeChoice }) {
  const { t } = useTranslation('restake');
  return (
    <>
      <ChoiceFacts choice={choice} />
      {!choice.possible && <p className="text-sm font-medium">{t('impossible')}</p>}
    </>
  );
}
