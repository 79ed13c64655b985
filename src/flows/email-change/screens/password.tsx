import { useTranslation } from 'react-i18next';
import { ProblemAlert } from '#src/flow/problem-alert.tsx';
import { ProofForm } from '#src/flow/proof-form.tsx';
import { Notice } from '#src/ui/notice.tsx';
import { PageHeading } from '#src/ui/page-heading.tsx';
import { Fact, Facts } from '#src/ui/panel.tsx';
import { EmailChangeSteps, type EmailChangeScreenProps } from './steps.tsx';

/** The first step: what a change means, which address the link goes to, and the password. */
export function PasswordScreen({
  snapshot,
  send,
  presentAddress,
}: EmailChangeScreenProps & { readonly presentAddress: string }) {
  const { t } = useTranslation(['email-change', 'common']);
  const { problem, bound } = snapshot.context;
  return (
    <>
      <PageHeading title={t('title')} note={t('text')} />
      <EmailChangeSteps current={0} />
      <Facts>
        <Fact term={t('present')}>
          <span className="wrap-anywhere" translate="no">
            {presentAddress}
          </span>
        </Fact>
      </Facts>
      <Notice kind="warning">{t('consequences')}</Notice>
      {snapshot.hasTag('error') && problem !== null && <ProblemAlert problem={problem} />}
      <ProofForm
        title={t('title')}
        words={{
          password: t('password'),
          submit: t('submit'),
          working: t('sending'),
          leave: t('common:action.cancel'),
        }}
        bound={bound}
        busy={snapshot.hasTag('waiting')}
        leave="CANCEL"
        send={send}
      />
    </>
  );
}
