import { useTranslation } from 'react-i18next';
import type { PlanStage } from '#machines/purchase/purchase.types.ts';
import { exactOf } from '#money/shown.ts';
import { paths } from '#src/paths.ts';
import { ButtonLink } from '#src/ui/button.tsx';
import { Notice } from '#src/ui/notice.tsx';
import { shortfallOf } from '../shortfall.ts';
import type { OptionsProps } from './screen-props.ts';

/** That a plan costs more than there is, with what is missing, before anything is read or ticked for it; nothing where it doesn't. */
export function TooCostly({ plan, options }: OptionsProps & { readonly plan: PlanStage }) {
  const { t } = useTranslation('purchase');
  const missing = shortfallOf(options, plan);
  if (missing === null) return null;
  return (
    <Notice kind="warning">
      <p>{t('priceTooHigh', { price: exactOf(plan.amountUsdt ?? '0', 'USDT'), available: exactOf(options.available, 'USDT') })}</p>
      <div className="mt-2">
        <ButtonLink to={paths.deposit} kind="secondary">
          {t('depositMissing', { amount: exactOf(missing, 'USDT') })}
        </ButtonLink>
      </div>
    </Notice>
  );
}
