import { useTranslation } from 'react-i18next';
import type { components } from '#openapi/api.gen.d.ts';
import { ReadFailed } from '#src/flow/read-failed.tsx';
import { paths } from '#src/paths.ts';
import type { Reading } from '#src/reads/use-read.ts';
import { Panel } from '#src/ui/panel.tsx';
import { Skeleton } from '#src/ui/skeleton.tsx';
import { LevelBar, levelOf } from '../security/checks-panel.tsx';
import { Hold } from '../security/hold.tsx';
import { checkedOf, useProtectionReads } from '../security/use-checks.ts';

const LINES = 1;

/** How well the account is protected, and until when money is held after a change; /Security says what is missing. */
export function SecurityPanel({ member }: { readonly member: Reading<components['schemas']['UserInfo']> }) {
  const { t } = useTranslation('account');
  const { t: tSecurity } = useTranslation('security');
  const checked = checkedOf(useProtectionReads(member));
  const { result } = member;
  return (
    <Panel
      title={t('security.title')}
      note={checked.state === 'ready' ? levelOf(checked.value, tSecurity) : undefined}
      more={{ to: paths.security, name: t('security.open') }}
    >
      {result.state === 'ready' && <Hold until={result.value.moneyHeldUntil} />}
      {checked.state === 'loading' && <Skeleton what={t('security.loading')} lines={LINES} />}
      {checked.state === 'failed' && <ReadFailed problem={checked.problem} onRetry={checked.retry} />}
      {checked.state === 'ready' && <LevelBar protection={checked.value} />}
    </Panel>
  );
}
