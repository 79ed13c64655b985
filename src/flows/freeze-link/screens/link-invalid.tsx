import { useTranslation } from 'react-i18next';
import type { freezeLinkMachine } from '#machines/freeze-link/freeze-link.machine.ts';
import { ProblemAlert } from '#src/flow/problem-alert.tsx';
import type { ScreenProps } from '#src/flow/screen-props.ts';
import { paths } from '#src/paths.ts';
import { useIsMember, useSession } from '#src/session/session.provider.tsx';
import { Alert } from '#src/ui/alert.tsx';
import { Button, ButtonLink } from '#src/ui/button.tsx';
import { PageHeading } from '#src/ui/page-heading.tsx';

const TEXTS = { own: 'invalid.text', former: 'invalid.former', objecting: 'object.invalid.text' } as const;

/** The link is invalid: used, expired, or truncated. Offers the remaining ways; a signed-in member needs no link. */
export function LinkInvalidScreen({ snapshot, send }: ScreenProps<typeof freezeLinkMachine>) {
  const { t } = useTranslation('account-freeze');
  const username = useSession().userInfo?.username;
  const isMember = useIsMember() && username !== undefined;
  const { problem, link } = snapshot.context;
  const objects = link === 'objecting';
  const needsHelp = objects || link === 'former';
  // Being signed in says nothing of a former address, nor of what support was asked for.
  const offersFreeze = isMember && !needsHelp;
  const text = offersFreeze ? t('invalid.signedIn', { username }) : t(TEXTS[link ?? 'own']);
  const way = offersFreeze ? (
    <ButtonLink to={`${paths.account}?step=freeze`}>{t('invalid.freeze')}</ButtonLink>
  ) : (
    <>
      {needsHelp && <ButtonLink to={paths.help}>{t('object.done.help')}</ButtonLink>}
      <Button kind={needsHelp ? 'secondary' : 'primary'} data-event="SIGN_IN" onClick={() => send({ type: 'SIGN_IN' })}>
        {t('invalid.signIn')}
      </Button>
    </>
  );
  return (
    <>
      <PageHeading
        title={objects ? t('object.invalid.title') : t('invalid.title')}
        tab={objects ? t('object.tab') : t('tab')}
      />
      {problem === null ? (
        <Alert kind="warning" title={t('invalid.what')} actions={way}>
          {text}
        </Alert>
      ) : (
        <ProblemAlert kind="warning" problem={problem} hint={text} actions={way} />
      )}
    </>
  );
}
