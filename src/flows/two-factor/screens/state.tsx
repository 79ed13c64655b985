import { useTranslation } from 'react-i18next';
import type { TwoFactorEvent } from '#machines/two-factor/two-factor.types.ts';
import type { components } from '#openapi/api.gen.d.ts';
import { ChangedScreen } from '#src/flow/changed-screen.tsx';
import { areFewCodes } from '#src/flow/few-codes.ts';
import { formatDateTime } from '#src/i18n/format.ts';
import { paths } from '#src/paths.ts';
import { useServices } from '#src/services/services.ts';
import { Button } from '#src/ui/button.tsx';
import { Notice } from '#src/ui/notice.tsx';
import { PageHeading } from '#src/ui/page-heading.tsx';
import { Fact, Facts } from '#src/ui/panel.tsx';
import { useAhead } from '#src/flow/use-ahead.ts';
import { WholeWords } from '#src/ui/whole-words.tsx';

interface StateScreenProps {
  readonly info: components['schemas']['TwoFactorInfo'];
  readonly send: (event: TwoFactorEvent) => void;
}

/** A second factor is bound: since when, how many recovery codes are left, and how to make new ones or turn it off. */
export function StateScreen({ info, send }: StateScreenProps) {
  const { t } = useTranslation('two-factor');
  return (
    <>
      <PageHeading title={t('title')} note={t('on.text')} />
      <Facts>
        {info.enabledAt !== null && (
          <Fact term={t('on.since')}>
            <WholeWords text={formatDateTime(info.enabledAt)} />
          </Fact>
        )}
        <Fact term={t('on.left')}>{info.recoveryCodesLeft}</Fact>
      </Facts>
      {info.provisionalUntil !== null && <Provisional until={info.provisionalUntil} />}
      {areFewCodes(info.recoveryCodesLeft) && <Notice kind="warning">{t('on.few')}</Notice>}
      <div className="flex flex-wrap gap-3">
        <Button
          kind={areFewCodes(info.recoveryCodesLeft) ? 'primary' : 'secondary'}
          data-event="START_RENEWING"
          onClick={() => send({ type: 'START_RENEWING' })}
        >
          {t('on.renew')}
        </Button>
        <Button kind="secondary" data-event="START_UNBINDING" onClick={() => send({ type: 'START_UNBINDING' })}>
          {t('on.unbind')}
        </Button>
      </div>
    </>
  );
}

/**
 * The app was bound while money was on hold: what that means, and until when. The server may not be sure of the time
 * yet.
 */
function Provisional({ until }: { readonly until: string }) {
  const { t } = useTranslation('two-factor');
  const ahead = useAhead();
  const { serverNow } = useServices();
  const isOver = Date.parse(until) <= serverNow();
  return (
    <Notice title={<WholeWords text={isOver ? t('provisional.checking') : t('provisional.until', ahead(until))} />}>
      {t('provisional.text')}
    </Notice>
  );
}

/** The flow is over: the new state, and where to go next. */
export function DoneScreen({
  outcome,
  onAgain,
}: {
  readonly outcome: 'bound' | 'unbound' | 'codesRenewed';
  readonly onAgain: () => void;
}) {
  const { t } = useTranslation(['two-factor', 'common']);
  return (
    <ChangedScreen
      title={t(`${outcome}.title`)}
      tab={t('title')}
      kind={outcome === 'unbound' ? 'warning' : 'success'}
      next={{ to: paths.dashboard, label: t('common:action.toDashboard') }}
      again={t('again')}
      onAgain={onAgain}
    >
      {t(`${outcome}.text`)}
    </ChangedScreen>
  );
}
