import { useTranslation } from 'react-i18next';
import { ToKnow } from '#src/flow/beside.tsx';

/** How a deposit goes. */
export function Aside() {
  const { t } = useTranslation('deposit');
  return <ToKnow title={t('aside.title')} lines={[t('aside.choose'), t('aside.send'), t('aside.credited')]} />;
}
