import { useTranslation } from 'react-i18next';
import { PageHeading } from '#src/ui/page-heading.tsx';
import { Waiting } from '#src/ui/waiting.tsx';
import { PurchaseSteps } from './purchase-steps.tsx';

/** Another risk statement is in force: it is loaded before anything else is possible. */
export function TermsScreen() {
  const { t } = useTranslation('purchase');
  return (
    <>
      <PageHeading title={t('plan.title')} tab={t('title')} />
      <PurchaseSteps current={1} />
      <Waiting what={t('rereading')} />
    </>
  );
}
