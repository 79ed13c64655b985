import { useContext, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { HideButton, HidingContext, OwnAmounts } from '#src/ui/member-hidden.tsx';

/**
 * A page whose amounts are hidden if the member hides them on this device. It has no figure with an eye, so a line with
 * one says that they are, and shows them again.
 */
export function HidesAmounts({ children }: { readonly children: ReactNode }) {
  return (
    <OwnAmounts>
      <HiddenHere />
      {children}
    </OwnAmounts>
  );
}

function HiddenHere() {
  const { t } = useTranslation('money');
  const [isHidden] = useContext(HidingContext);
  if (!isHidden) return null;
  return (
    <div className="-my-2 flex items-center justify-between gap-3 text-sm text-muted print:hidden">
      <p>{t('amount.hiddenHere')}</p>
      <HideButton />
    </div>
  );
}
