import { useTranslation } from 'react-i18next';
import type { allowListMachine } from '#machines/allow-list/allow-list.machine.ts';
import { ProblemAlert } from '#src/flow/problem-alert.tsx';
import { ProofForm } from '#src/flow/proof-form.tsx';
import type { ScreenProps } from '#src/flow/screen-props.ts';
import { PageHeading } from '#src/ui/page-heading.tsx';

/** Turning it on or off: says what follows, and asks for the password and, with an app, a code. */
export function ChangeScreen({
  to,
  snapshot,
  send,
}: ScreenProps<typeof allowListMachine> & { readonly to: 'limit' | 'lift' }) {
  const { t } = useTranslation(['allow-list', 'common']);
  const { problem, proof } = snapshot.context;
  return (
    <>
      <PageHeading title={t(`${to}.title`)} tab={t('title')} note={t(`${to}.text`)} />
      {snapshot.hasTag('error') && problem !== null && <ProblemAlert problem={problem} />}
      <ProofForm
        title={t(`${to}.title`)}
        words={{
          password: t('password'),
          submit: t(`${to}.submit`),
          working: t(`${to}.working`),
          leave: t('common:action.back'),
        }}
        bound={proof === 'app'}
        busy={snapshot.hasTag('waiting')}
        leave="BACK"
        send={send}
      />
    </>
  );
}
