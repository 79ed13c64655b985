import { useTranslation } from 'react-i18next';
import { ToKnow } from '#src/flow/beside.tsx';

/** How a transfer goes. */
export function Aside() {
  const { t } = useTranslation('transfer');
  return <ToKnow title={t('aside.title')} lines={[t('aside.recipient'), t('aside.amount'), t('aside.confirm')]} />;
}
