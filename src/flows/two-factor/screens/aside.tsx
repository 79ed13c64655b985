import { useTranslation } from 'react-i18next';
import { ToKnow } from '#src/flow/beside.tsx';

/** What the second factor protects. */
export function Aside() {
  const { t } = useTranslation('two-factor');
  return (
    <ToKnow
      title={t('aside.title')}
      lines={[t('aside.signIn'), t('aside.money'), t('aside.account'), t('aside.phone')]}
      ordered={false}
    />
  );
}
