import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { paths } from '#src/paths.ts';
import { useSession } from '#src/session/session.provider.tsx';
import { Button, ButtonLink } from '#src/ui/button.tsx';
import { PageHeading } from '#src/ui/page-heading.tsx';
import { showRefusal } from '#src/ui/refusal.tsx';
import { Waiting } from '#src/ui/waiting.tsx';
import { ProblemAlert } from './problem-alert.tsx';

/** The session is being restored or the member loaded: nothing else is possible until then. */
export function SessionWait({ status }: { readonly status: 'restoring' | 'loadingUserInfo' }) {
  const { t } = useTranslation();
  return (
    <div className="flex grow flex-col" data-flow="session" data-state={status} data-screen="session-wait">
      <Waiting what={status === 'restoring' ? t('wait.session') : t('wait.member')} />
    </div>
  );
}

/** The member's data could not be loaded: says why, and lets the member try again or leave. */
export function SessionUnavailable() {
  const { t } = useTranslation();
  const { problem, send } = useSession();
  const root = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (problem !== null && root.current !== null) showRefusal(root.current);
  }, [problem]);
  if (problem === null) return null;
  return (
    <div
      ref={root}
      className="flex flex-col gap-6"
      data-flow="session"
      data-state="userInfoUnavailable"
      data-screen="session-unavailable"
    >
      <PageHeading title={t('wait.memberFailed')} />
      <ProblemAlert
        problem={problem}
        actions={
          <>
            <Button data-event="RETRY" onClick={() => send({ type: 'RETRY' })}>
              {t('action.retry')}
            </Button>
            <ButtonLink kind="secondary" to={paths.signOut}>
              {t('action.signOut')}
            </ButtonLink>
          </>
        }
      />
    </div>
  );
}
