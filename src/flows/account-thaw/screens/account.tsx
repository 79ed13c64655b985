import { useTranslation } from 'react-i18next';
import { AccountForm } from '#src/flow/account-form.tsx';
import { ProblemAlert } from '#src/flow/problem-alert.tsx';
import { PageHeading } from '#src/ui/page-heading.tsx';
import type { AccountThawScreenProps } from './screen.ts';

/** Whose account is frozen. The next screen is the same whether or not such an account exists (D-15). */
export function AccountScreen({ snapshot, send }: AccountThawScreenProps) {
  const { t } = useTranslation('account-thaw');
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
      {snapshot.hasTag('error') && problem !== null && <ProblemAlert problem={problem} />}
      <AccountForm words={words} account={account} busy={snapshot.hasTag('waiting')} send={send} />
    </>
  );
}
