import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { isAmountCode } from '#machines/chart/amount-codes.ts';
import type { Problem } from '#machines/chart/problem.ts';
import type { Amount } from '#money/amount.ts';
import { exactOf } from '#money/shown.ts';
import { ProblemAlert, type ProblemAlertProps } from './problem-alert.tsx';

/** The message where amounts are entered: it names them. The first page does without this arithmetic. */
export function AmountProblemAlert(props: Omit<ProblemAlertProps, 'amounts'>) {
  const { t } = useTranslation(['money', 'common']);
  return <ProblemAlert {...props} amounts={amountsOf(props.problem, t)} />;
}

/** What was asked for, and the minimum or the balance that it was compared with. */
function amountsOf({ code, amounts }: Problem, t: TFunction<['money', 'common']>): string | null {
  if (amounts === null || !isAmountCode(code)) return null;
  const { unit, asked, minimum, available } = amounts;
  const of = (amount: Amount) => `${exactOf(amount, unit)} ${unit}`;
  if (code === 'insufficient_balance')
    return available === null ? null : t(`amounts.${code}`, { asked: of(asked), available: of(available) });
  if (minimum === null) return null;
  return t('common:sentences', {
    first: t(`amount.${code === 'below_plan_minimum' ? 'notAbove' : 'under'}`, { minimum: of(minimum) }),
    second: t('amounts.entered', { asked: of(asked) }),
  });
}
