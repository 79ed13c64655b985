import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type texts from '#locales/en-US/help.json';
import { paths } from '#src/paths.ts';
import '#src/styles/app.css';
import { ButtonLink } from '#src/ui/button.tsx';
import { PageHeading } from '#src/ui/page-heading.tsx';
import { Panel } from '#src/ui/panel.tsx';
import { useIsMember } from '#src/session/session.provider.tsx';
import { useSupportEmail } from '#src/ui/support-email.ts';

declare module '#src/i18n/areas.ts' {
  interface AreaTexts {
    help: typeof texts;
  }
}

/**
 * /Help (decision 0065): the answers for someone who can't sign in, to be read without a session. They are part of the
 * app, so they can be read while the server is down, too.
 */
export function HelpPage() {
  const { t } = useTranslation('help');
  const supportEmail = useSupportEmail();
  const isMember = useIsMember();
  return (
    <>
      <PageHeading title={t('title')} note={t('note')} />
      <Answer title={t('stranger.title')}>
        <ol className="flex list-decimal flex-col gap-2 pl-5">
          <li>{t('stranger.withdrawals')}</li>
          <li>{t('stranger.reset')}</li>
          <li>{t('stranger.freeze')}</li>
          <li>{t('stranger.mailbox')}</li>
          <li>{t('stranger.support')}</li>
        </ol>
        <ButtonLink kind="secondary" to={paths.forgotPassword}>
          {t('password.go')}
        </ButtonLink>
      </Answer>
      <Answer title={t('password.title')}>
        <p>{t('password.text')}</p>
        <ButtonLink kind="secondary" to={paths.forgotPassword}>
          {t('password.go')}
        </ButtonLink>
      </Answer>
      <Answer title={t('username.title')}>
        <p>{t('username.text')}</p>
        <ButtonLink kind="secondary" to={paths.forgotAccount}>
          {t('username.go')}
        </ButtonLink>
      </Answer>
      <Answer title={t('phone.title')}>
        <p>{t('phone.text')}</p>
      </Answer>
      <Answer title={t('noMail.title')}>
        <p>{t('noMail.text')}</p>
      </Answer>
      <Answer title={t('frozen.title')}>
        <p>{t('frozen.text')}</p>
        <ButtonLink kind="secondary" to={paths.frozen}>
          {t('frozen.go')}
        </ButtonLink>
      </Answer>
      <Answer title={t('genuine.title')}>
        <p>{t('genuine.text', { origin: location.host })}</p>
      </Answer>
      <Answer title={t('support.title')}>
        <p>{t('support.text')}</p>
        <p>
          <a href={`mailto:${supportEmail}`} className="text-link inline-flex min-h-11 items-center">
            {t('support.write', { email: supportEmail })}
          </a>
        </p>
      </Answer>
      {!isMember && (
        <p>
          <Link to={paths.signIn} className="text-link inline-flex min-h-11 items-center">
            {t('signIn')}
          </Link>
        </p>
      )}
    </>
  );
}

function Answer({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return <Panel title={title}>{children}</Panel>;
}
