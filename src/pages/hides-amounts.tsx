import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useHidden } from '#src/services/use-hidden.ts';
import { Button } from '#src/ui/button.tsx';
import { HiddenContext } from '#src/ui/member-hidden.tsx';

/**
 * A page whose amounts are hidden if the member hides them on this device. It has no figure with an eye, so a line says
 * that they are, and shows them again.
 */
export function HidesAmounts({ children }: { readonly children: ReactNode }) {
  const { t } = useTranslation('money');
  const [isHidden, toggle] = useHidden();
  return (
    <HiddenContext value={isHidden}>
      {isHidden && (
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 text-sm text-muted print:hidden">
          <p>{t('amount.hiddenHere')}</p>
          <Button kind="quiet" onClick={toggle}>
            {t('amount.show')}
          </Button>
        </div>
      )}
      {children}
    </HiddenContext>
  );
}
