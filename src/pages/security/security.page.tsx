import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type texts from '#locales/en-US/security.json';
import { dataOf } from '#src/reads/answers.ts';
import { useAct } from '#src/reads/use-act.ts';
import { useServices } from '#src/services/services.ts';
import { PageHeading } from '#src/ui/page-heading.tsx';
import { useToast } from '#src/ui/toast.tsx';
import { whenIdle } from '#src/ui/when-idle.ts';
import { ChecksPanel } from './checks-panel.tsx';
import { FreezePanel, PasswordPanel } from './more-panels.tsx';
import { PhrasePanel } from './phrase-panel.tsx';
import { SessionsPanel } from './sessions-panel.tsx';
import { fetchStepUp } from './step-up-dialog.tsx';
import { checkedOf, useSecurityReads } from './use-checks.ts';

declare module '#src/i18n/areas.ts' {
  interface AreaTexts {
    security: typeof texts;
  }
}

/** /Security: what protects the account and what is missing, the devices that are signed in, and freezing. */
export function SecurityPage() {
  const { t } = useTranslation('security');
  const { api, newId } = useServices();
  const toast = useToast();
  const reads = useSecurityReads();
  const phrase = useRef<HTMLDivElement>(null);
  const member = reads.member.result;
  // Each press is another call: an earlier answer would not say what has been asked for since.
  const keeping = useAct(
    (_press: string, key) =>
      dataOf(api.POST('/account/allowList/keep', { params: { header: { 'Idempotency-Key': key } } })),
    (now) => {
      reads.allowList.put(now);
      toast('success', t('check.allowList.kept'));
    },
  );
  const isThere = reads.sessions.result.state === 'ready';
  useEffect(() => (isThere ? whenIdle(fetchStepUp) : undefined), [isThere]);
  return (
    <>
      <PageHeading title={t('title')} note={t('text')} />
      <ChecksPanel
        checked={checkedOf(reads)}
        keeping={{
          busy: keeping.busy !== null,
          problem: keeping.problem,
          keep: () => keeping.run(newId()),
        }}
        heldUntil={member.state === 'ready' ? member.value.moneyHeldUntil : null}
        onPhrase={() => phrase.current?.focus()}
      />
      <div className="grid items-start gap-5 lg:grid-cols-2">
        <div className="flex flex-col gap-5">
          <SessionsPanel reading={reads.sessions} />
          <FreezePanel />
        </div>
        <div className="flex flex-col gap-5">
          <PasswordPanel />
          <div ref={phrase} tabIndex={-1} className="rounded-box">
            <PhrasePanel reading={reads.phrase} />
          </div>
        </div>
      </div>
    </>
  );
}
