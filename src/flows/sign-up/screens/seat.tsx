import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ProblemAlert } from '#src/flow/problem-alert.tsx';
import { isolated } from '#src/i18n/isolated.ts';
import { Button } from '#src/ui/button.tsx';
import { Notice } from '#src/ui/notice.tsx';
import { PageHeading } from '#src/ui/page-heading.tsx';
import { PlaceTree } from './place-tree.tsx';
import type { ScreenProps } from './screen-props.ts';
import { SignUpSteps } from './sign-up-steps.tsx';

/** /Signup2: the place in the tree before it is taken, and the other side. */
export function SeatScreen({ snapshot, send }: ScreenProps) {
  const { t } = useTranslation(['sign-up', 'common']);
  const { seat, problem } = snapshot.context;
  const busy = snapshot.hasTag('waiting');
  const [hasLooked, setLooked] = useState(busy);
  if (busy && !hasLooked) setLooked(true);
  if (seat === null) return null;
  const { introducer, place } = seat;
  const note = t('seat.note', { side: t(`side.${place.position}`), name: isolated(introducer.name) });
  return (
    <>
      <PageHeading title={t('seat.title')} tab={t('title')} note={note} />
      {/* The place is final: the other one is said, as the note and the tree change in silence. */}
      <p role="status" className="sr-only">
        {hasLooked && !busy && !snapshot.hasTag('error') && note}
      </p>
      <SignUpSteps current={1} />
      {snapshot.hasTag('error') && problem !== null && <ProblemAlert problem={problem} />}
      <div className="panel p-4">
        <PlaceTree seat={seat} />
      </div>
      <Notice>{t('seat.notHeld')}</Notice>
      <div className="flex flex-col gap-3">
        {!busy && (
          <Button block data-event="NEXT" onClick={() => send({ type: 'NEXT' })}>
            {t('seat.next')}
          </Button>
        )}
        <Button
          kind="secondary"
          block
          busy={busy}
          data-event="CHOOSE_OTHER_SIDE"
          onClick={() => send({ type: 'CHOOSE_OTHER_SIDE' })}
        >
          {busy ? t('seat.looking') : t('seat.otherSide')}
        </Button>
        {!busy && (
          <Button kind="quiet" block data-event="BACK" onClick={() => send({ type: 'BACK' })}>
            {t('common:action.back')}
          </Button>
        )}
      </div>
    </>
  );
}
