import { useTranslation } from 'react-i18next';
import { ToKnow } from '#src/flow/beside.tsx';

/** How a withdrawal goes. */
export function Aside() {
  const { t } = useTranslation('withdrawal');
  return <ToKnow title={t('aside.title')} lines={[t('aside.address'), t('aside.confirm'), t('aside.paid')]} />;
}
