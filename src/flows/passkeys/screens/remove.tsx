import { useTranslation } from 'react-i18next';
import type { passkeysMachine } from '#machines/passkeys/passkeys.machine.ts';
import { ProblemAlert } from '#src/flow/problem-alert.tsx';
import { ProofForm } from '#src/flow/proof-form.tsx';
import type { ScreenProps } from '#src/flow/screen-props.ts';
import { PageHeading } from '#src/ui/page-heading.tsx';
import { Fact, Facts } from '#src/ui/panel.tsx';

/** Removing a passkey: says which one and what follows, and asks for the password and, with an app, a code. */
export function RemoveScreen({
  snapshot,
  name,
  send,
}: ScreenProps<typeof passkeysMachine> & { readonly name: string }) {
  const { t } = useTranslation(['passkeys', 'common']);
  const { problem, proof } = snapshot.context;
  return (
    <>
      <PageHeading title={t('remove.title')} tab={t('title')} note={t('remove.text')} />
      <Facts>
        <Fact term={t('name')}>
          <span className="wrap-anywhere">{name}</span>
        </Fact>
      </Facts>
      {snapshot.hasTag('error') && problem !== null && <ProblemAlert problem={problem} />}
      <ProofForm
        title={t('remove.title')}
        words={{
          password: t('password'),
          submit: t('remove.submit'),
          working: t('remove.working'),
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
