import { useTranslation } from 'react-i18next';
import type { passwordRecoveryMachine } from '#machines/password-recovery/password-recovery.machine.ts';
import { AccountForm } from '#src/flow/account-form.tsx';
import { ProblemAlert } from '#src/flow/problem-alert.tsx';
import type { ScreenProps } from '#src/flow/screen-props.ts';
import { PageHeading } from '#src/ui/page-heading.tsx';
import { RecoverySteps } from './recovery-steps.tsx';

/** Whose password is lost. The next screen is the same whether or not such an account exists (D-15). */
export function AccountScreen({ snapshot, send }: ScreenProps<typeof passwordRecoveryMachine>) {
  const { t } = useTranslation('password-recovery');
  const { account, problem } = snapshot.context;
  const words = {
    title: t('account.title'),
    email: t('account.email'),
    emailForm: t('account.emailForm'),
    username: t('account.username'),
    submit: t('account.submit'),
    working: t('account.working'),
    otherWay: t('account.otherWay'),
  };
  return (
    <>
      <PageHeading title={t('account.title')} tab={t('tab')} note={t('account.note')} />
      <RecoverySteps current={0} />
      {snapshot.hasTag('error') && problem !== null && <ProblemAlert problem={problem} />}
      <AccountForm words={words} account={account} busy={snapshot.hasTag('waiting')} send={send} />
    </>
  );
}
