import { useTranslation } from 'react-i18next';
import type { components } from '#openapi/api.gen.d.ts';
import { paths } from '#src/paths.ts';
import type { Reading } from '#src/reads/use-read.ts';
import { Panel } from '#src/ui/panel.tsx';
import { Skeleton } from '#src/ui/skeleton.tsx';
import { Hold } from '../security/hold.tsx';

/** The way to what protects the account, and until when money is held after a change of it. */
export function SecurityLink({ member }: { readonly member: Reading<components['schemas']['UserInfo']> }) {
  const { t } = useTranslation('account');
  const { result } = member;
  return (
    <Panel title={t('security.title')} more={{ to: paths.security, name: t('security.open') }}>
      {result.state === 'loading' && <Skeleton what={t('security.loading')} lines={1} />}
      {result.state === 'ready' && <Hold until={result.value.moneyHeldUntil} />}
      {result.state !== 'loading' && <p className="text-sm text-muted">{t('security.text')}</p>}
    </Panel>
  );
}
