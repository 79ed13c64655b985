import { useTranslation } from 'react-i18next';
import { ToKnow } from '#src/flow/beside.tsx';

/** How an exchange goes. */
export function Aside() {
  const { t } = useTranslation('exchange');
  return <ToKnow title={t('aside.title')} lines={[t('aside.choose'), t('aside.quote'), t('aside.confirm')]} />;
}
