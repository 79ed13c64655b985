import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type texts from '#locales/en-US/forgot.json';
import { paths } from '#src/paths.ts';
import '#src/styles/app.css';
import { ButtonLink } from '#src/ui/button.tsx';
import { HelpLink } from '#src/ui/help-link.tsx';
import { PageHeading } from '#src/ui/page-heading.tsx';
import { Panel } from '#src/ui/panel.tsx';
import { useSupportEmail } from '#src/ui/support-email.ts';

declare module '#src/i18n/areas.ts' {
  interface AreaTexts {
    forgot: typeof texts;
  }
}

/**
 * The start of a recovery (SRC §2): the password, the username or a frozen account, and the one path to support for
 * members who lost their mailbox (SRC §8, D-30).
 */
export function ForgotPage() {
  const { t } = useTranslation('forgot');
  const supportEmail = useSupportEmail();
  return (
    <>
      <PageHeading title={t('title')} note={t('note')} />
      <Panel title={t('password.title')} note={t('password.text')}>
        <ButtonLink block to={paths.forgotPassword}>
          {t('password.go')}
        </ButtonLink>
      </Panel>
      <Panel title={t('username.title')} note={t('username.text')}>
        <ButtonLink block to={paths.forgotAccount}>
          {t('username.go')}
        </ButtonLink>
      </Panel>
      <Panel title={t('frozen.title')} note={t('frozen.text')}>
        <ButtonLink block kind="secondary" to={paths.frozen}>
          {t('frozen.go')}
        </ButtonLink>
      </Panel>
      <section aria-labelledby="lost-mailbox" className="flex flex-col gap-2 text-sm">
        <h2 id="lost-mailbox" className="font-semibold">
          {t('mailbox.title')}
        </h2>
        <p className="text-muted">{t('mailbox.text')}</p>
        <p>
          <a href={`mailto:${supportEmail}`} className="text-link">
            {t('mailbox.write', { email: supportEmail })}
          </a>
        </p>
      </section>
      <HelpLink />
      <p>
        <Link to={paths.signIn} className="text-link">
          {t('signIn')}
        </Link>
      </p>
    </>
  );
}
