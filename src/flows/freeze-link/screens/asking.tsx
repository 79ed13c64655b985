import { useTranslation } from 'react-i18next';
import type { freezeLinkMachine } from '#machines/freeze-link/freeze-link.machine.ts';
import type { ScreenProps } from '#src/flow/screen-props.ts';
import { ProblemAlert } from '#src/flow/problem-alert.tsx';
import { Button } from '#src/ui/button.tsx';
import { NotDone } from '#src/flow/outcome-unknown.tsx';
import { PageHeading } from '#src/ui/page-heading.tsx';

/** What the press does, by the link. */
const EFFECTS = {
  own: ['sessions', 'money', 'link.withdrawals', 'incoming', 'thaw'],
  former: ['sessions', 'money', 'link.withdrawals', 'incoming', 'link.onlySupport'],
  objecting: ['object.support', 'object.frozen', 'link.withdrawals'],
} as const;

/** The link is open: opening it changed nothing. Says what freezing, or objecting, does, and offers the one press. */
export function AskingScreen({ snapshot, send }: ScreenProps<typeof freezeLinkMachine>) {
  const { t } = useTranslation('account-freeze');
  const busy = snapshot.hasTag('waiting');
  const { problem, link } = snapshot.context;
  const objects = link === 'objecting';
  const label = objects ? t('object.confirm') : t('confirm');
  const isNotDone = snapshot.matches({ asking: 'notDone' }) || snapshot.matches({ askingToObject: 'notDone' });
  return (
    <>
      {objects ? (
        <PageHeading title={t('object.title')} tab={t('object.tab')} note={t('object.note')} />
      ) : (
        <PageHeading title={t('title')} tab={t('tab')} note={t('link.note')} />
      )}
      {snapshot.hasTag('error') && problem !== null && <ProblemAlert problem={problem} />}
      {isNotDone && <NotDone />}
      <Button block busy={busy} data-event="CONFIRM" onClick={() => send({ type: 'CONFIRM' })}>
        {busy ? (objects ? t('object.working') : t('working')) : label}
      </Button>
      <ul className="flex list-disc flex-col gap-3 pl-5">
        {EFFECTS[link ?? 'own'].map((effect) => (
          <li key={effect}>{t(effect)}</li>
        ))}
      </ul>
    </>
  );
}
