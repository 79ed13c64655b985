import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useServices } from '#src/services/services.ts';
import { Icon } from '#src/ui/icon.tsx';

/** The choice, kept on this device. */
export function useHidden(): readonly [boolean, () => void] {
  const { storage } = useServices();
  const [isHidden, setHidden] = useState(() => storage.get('amountsHidden') ?? false);
  const toggle = () => {
    storage.set('amountsHidden', !isHidden);
    setHidden(!isHidden);
  };
  return [isHidden, toggle];
}

/** The eye that hides the amounts, or shows them again. */
export function HideButton({ isHidden, onPress }: { readonly isHidden: boolean; readonly onPress: () => void }) {
  const { t } = useTranslation('dashboard');
  return (
    <button
      type="button"
      aria-pressed={isHidden}
      aria-label={t('hidden.hide')}
      onClick={onPress}
      className="btn btn-ghost btn-square size-11"
    >
      <Icon name={isHidden ? 'eyeOff' : 'eye'} />
    </button>
  );
}
