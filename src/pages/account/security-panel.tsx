import { useTranslation } from 'react-i18next';
import type { components } from '#openapi/api.gen.d.ts';
import { ReadFailed } from '#src/flow/read-failed.tsx';
import { paths } from '#src/paths.ts';
import type { Reading } from '#src/reads/use-read.ts';
import { ButtonLink } from '#src/ui/button.tsx';
import { Icon } from '#src/ui/icon.tsx';
import { Panel } from '#src/ui/panel.tsx';
import { Skeleton } from '#src/ui/skeleton.tsx';
import { LevelBar, levelOf, PLACES } from '../security/checks-panel.tsx';
import { Hold } from '../security/hold.tsx';
import { checkedOf, checksOf, useProtectionReads, type Protection } from '../security/use-checks.ts';

const LINES = 4;

/** How well the account is protected, what is missing for more, and until when money is held after a change. */
export function SecurityPanel({ member }: { readonly member: Reading<components['schemas']['UserInfo']> }) {
  const { t } = useTranslation(['account', 'security']);
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
      {checked.state === 'ready' && (
        <>
          <LevelBar protection={checked.value} />
          <Missing protection={checked.value} />
        </>
      )}
    </Panel>
  );
}

/** The checks that are not met, each with the way to see to it. */
function Missing({ protection }: { readonly protection: Protection }) {
  const { t } = useTranslation('security');
  const missing = checksOf(protection).filter((check) => !protection.met[check]);
  if (missing.length === 0) return null;
  return (
    <ul className="flex flex-col divide-y divide-base-300">
      {missing.map((check) => (
        <li key={check} className="flex min-h-15 flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2">
          <span className="flex min-w-0 items-center gap-3 font-medium">
            <Icon name="alert" className="size-5 text-warning" />
            {t(`check.${check}.missing`, { left: protection.codesLeft })}
          </span>
          {/* The address is verified beside the address, in the panel above. */}
          {check !== 'email' && (
            <ButtonLink
              kind="secondary"
              to={check === 'phrase' ? paths.security : PLACES[check]}
              className="btn-sm ml-auto min-h-11"
            >
              {t(`check.${check}.go.missing`)}
            </ButtonLink>
          )}
        </li>
      ))}
    </ul>
  );
}
