import { useTranslation } from 'react-i18next';
import type { components } from '#openapi/api.gen.d.ts';
import { formatDateTime } from '#src/i18n/format.ts';
import { formatAhead } from '#src/i18n/spans.ts';
import { useCulture } from '#src/i18n/use-culture.ts';
import { paths } from '#src/paths.ts';
import { useServices } from '#src/services/services.ts';
import { useSession } from '#src/session/session.provider.tsx';
import { ButtonLink } from '#src/ui/button.tsx';
import { Icon } from '#src/ui/icon.tsx';
import { Notice } from '#src/ui/notice.tsx';
import { Panel } from '#src/ui/panel.tsx';
import { Skeleton } from '#src/ui/skeleton.tsx';
import { ReadFailed } from '#src/flow/read-failed.tsx';
import { useHold } from '#src/reads/use-member.ts';
import type { Reading } from '#src/reads/use-read.ts';

type UserInfo = components['schemas']['UserInfo'];

const LINES = 4;

/** How the account is protected: password, second factor, and until when withdrawals wait after a change (S-12). */
export function SecurityPanel({ member }: { readonly member: Reading<UserInfo> }) {
  const { t } = useTranslation('account');
  const { userInfo } = useSession();
  const { result, retry } = member;
  return (
    <Panel title={t('security.title')}>
      {result.state === 'loading' && <Skeleton what={t('security.loading')} lines={LINES} />}
      {result.state === 'failed' && <ReadFailed problem={result.problem} onRetry={retry} />}
      {result.state === 'ready' && userInfo !== null && <Guards member={userInfo} />}
    </Panel>
  );
}

function Guards({ member }: { readonly member: UserInfo }) {
  const { t } = useTranslation('account');
  const on = member.twoFactorEnabled;
  return (
    <>
      <Hold until={member.moneyHeldUntil} />
      <div className="flex flex-col gap-3">
        <p className="font-semibold">{t('security.password')}</p>
        <p className="text-sm text-muted">{t('security.passwordText')}</p>
        <div>
          <ButtonLink kind="secondary" to={`${paths.account}?step=password`}>
            {t('security.changePassword')}
          </ButtonLink>
        </div>
      </div>
      <div className="flex flex-col gap-3 border-t border-base-300 pt-4">
        <p className="flex items-center gap-2 font-semibold">
          <Icon name={on ? 'check' : 'alert'} className={`size-5 ${on ? 'text-success' : 'text-warning'}`} />
          {on ? t('security.on') : t('security.off')}
        </p>
        <p className="text-sm text-muted">{on ? t('security.onText') : t('security.offText')}</p>
        <div>
          <ButtonLink kind={on ? 'secondary' : 'primary'} to={paths.authentication}>
            {on ? t('security.manage') : t('security.turnOn')}
          </ButtonLink>
        </div>
      </div>
      <div className="flex flex-col gap-3 border-t border-base-300 pt-4">
        <p className="font-semibold">{t('security.passkeys')}</p>
        <p className="text-sm text-muted">{t('security.passkeysText')}</p>
        <div>
          <ButtonLink kind="secondary" to={paths.passkeys}>
            {t('security.managePasskeys')}
          </ButtonLink>
        </div>
      </div>
    </>
  );
}

/**
 * Until when withdrawals are held, as a time and as a duration, or a note that the server is checking the time; nothing
 * if they are not held.
 */
function Hold({ until }: { readonly until: string | null }) {
  const { t } = useTranslation(['account', 'money']);
  const culture = useCulture();
  const { now } = useServices();
  const hold = useHold(until);
  if (until === null || hold === null) return null;
  return (
    <Notice kind="warning" title={t('security.held')}>
      {hold === 'checking'
        ? t('money:hold.checking')
        : t('security.heldUntil', { moment: formatDateTime(until), relative: formatAhead(until, now(), culture) })}
    </Notice>
  );
}
