import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useHidden } from '#src/services/use-hidden.ts';
import { HiddenContext, HideButton } from '#src/ui/member-hidden.tsx';

/**
 * A page whose amounts are hidden if the member hides them on this device. It has no figure with an eye, so a line with
 * one says that they are, and shows them again.
 */
export function HidesAmounts({ children }: { readonly children: ReactNode }) {
  const { t } = useTranslation('money');
  const [isHidden, toggle] = useHidden();
  return (
    <HiddenContext value={isHidden}>
      {isHidden && (
        <div className="-my-2 flex items-center justify-between gap-3 text-sm text-muted print:hidden">
          <p>{t('amount.hiddenHere')}</p>
          <HideButton isHidden onPress={toggle} />
        </div>
      )}
      {children}
    </HiddenContext>
  );
}
