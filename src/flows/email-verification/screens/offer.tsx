import { useTranslation } from 'react-i18next';
import type { SnapshotFrom } from 'xstate';
import type { emailVerificationMachine } from '#machines/email-verification/email-verification.machine.ts';
import type { EmailVerificationEvent } from '#machines/email-verification/email-verification.types.ts';
import { ProblemAlert } from '#src/flow/problem-alert.tsx';
import { Button } from '#src/ui/button.tsx';
import { PageHeading } from '#src/ui/page-heading.tsx';
import { Fact, Facts } from '#src/ui/panel.tsx';

/** Props of every screen of the flow. */
export interface EmailVerificationScreenProps {
  readonly snapshot: SnapshotFrom<typeof emailVerificationMachine>;
  readonly send: (event: EmailVerificationEvent) => void;
  /** The address that is to be verified. */
  readonly address: string;
}

/** Says which address the code goes to, and sends it. */
export function OfferScreen({ snapshot, send, address }: EmailVerificationScreenProps) {
  const { t } = useTranslation('email-verification');
  const busy = snapshot.hasTag('waiting');
  const { problem } = snapshot.context;
  return (
    <>
      <PageHeading title={t('title')} note={t('text')} />
      <Facts>
        <Fact term={t('address')}>
          <span className="wrap-anywhere" translate="no">
            {address}
          </span>
        </Fact>
      </Facts>
      {snapshot.hasTag('error') && problem !== null && <ProblemAlert problem={problem} />}
      <div className="flex flex-wrap gap-3">
        <Button busy={busy} data-event="SEND_CODE" onClick={() => send({ type: 'SEND_CODE' })}>
          {busy ? t('sending') : t('send')}
        </Button>
        {!busy && (
          <Button kind="quiet" data-event="CANCEL" onClick={() => send({ type: 'CANCEL' })}>
            {t('cancel')}
          </Button>
        )}
      </div>
    </>
  );
}
