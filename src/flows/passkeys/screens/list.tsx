import { useTranslation } from 'react-i18next';
import type { passkeysMachine } from '#machines/passkeys/passkeys.machine.ts';
import type { components } from '#openapi/api.gen.d.ts';
import { NotDone } from '#src/flow/outcome-unknown.tsx';
import { ProblemAlert } from '#src/flow/problem-alert.tsx';
import type { ScreenProps } from '#src/flow/screen-props.ts';
import { formatDateTime } from '#src/i18n/format.ts';
import { formatElapsed } from '#src/i18n/spans.ts';
import { useCulture } from '#src/i18n/use-culture.ts';
import { canUsePasskeys } from '#src/services/can-use-passkeys.ts';
import { useServices } from '#src/services/services.ts';
import { Button } from '#src/ui/button.tsx';
import { Empty } from '#src/ui/member-empty.tsx';
import { Notice } from '#src/ui/notice.tsx';
import { PageHeading } from '#src/ui/page-heading.tsx';
import { WholeWords } from '#src/ui/whole-words.tsx';

type Passkey = components['schemas']['Passkey'];
type Send = ScreenProps<typeof passkeysMachine>['send'];

interface ListScreenProps extends ScreenProps<typeof passkeysMachine> {
  readonly passkeys: readonly Passkey[];
}

/** The member's passkeys, and what can be done with them. */
export function ListScreen({ snapshot, passkeys, send }: ListScreenProps) {
  const { t } = useTranslation(['passkeys', 'common']);
  const { problem } = snapshot.context;
  return (
    <>
      <PageHeading title={t('title')} note={t('text')} />
      {snapshot.hasTag('error') && problem !== null && <ProblemAlert problem={problem} />}
      {snapshot.matches({ showingList: 'notDone' }) && <NotDone />}
      {!canUsePasskeys() && <Notice kind="warning">{t('device.unsupported.text')}</Notice>}
      {passkeys.length === 0 ? (
        <Empty>{t('none')}</Empty>
      ) : (
        <ul className="flex flex-col divide-y divide-base-300">
          {passkeys.map((passkey) => (
            <PasskeyLine key={passkey.id} passkey={passkey} send={send} />
          ))}
        </ul>
      )}
      <div className="flex flex-wrap gap-3">
        <Button
          // Where none can be made, the press leads to a screen that says so.
          kind={canUsePasskeys() ? 'primary' : 'secondary'}
          data-event="START_ADDING"
          onClick={() => send({ type: 'START_ADDING' })}
        >
          {t('add')}
        </Button>
        <Button kind="quiet" data-event="LEAVE" onClick={() => send({ type: 'LEAVE' })}>
          {t('toSecurity')}
        </Button>
      </div>
    </>
  );
}

function PasskeyLine({ passkey, send }: { readonly passkey: Passkey; readonly send: Send }) {
  const { t } = useTranslation('passkeys');
  const { serverNow } = useServices();
  const culture = useCulture();
  const { id, name, addedAt, lastUsedAt } = passkey;
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
      <div className="min-w-0">
        <p className="font-medium wrap-anywhere">{name}</p>
        <p className="text-sm text-muted">
          <WholeWords
            text={
              lastUsedAt === null
                ? t('unused')
                : t('lastUsed', {
                    moment: formatDateTime(lastUsedAt),
                    relative: formatElapsed(lastUsedAt, serverNow(), culture),
                  })
            }
          />
        </p>
        <p className="text-sm text-muted">
          <WholeWords text={t('addedAt', { moment: formatDateTime(addedAt) })} />
        </p>
      </div>
      <div className="-mx-3 flex flex-wrap gap-2">
        <Button
          kind="quiet"
          className="px-3"
          data-event="START_RENAMING"
          name="passkeyId"
          value={id}
          aria-label={t('renameOf', { name })}
          onClick={() => send({ type: 'START_RENAMING', passkeyId: id })}
        >
          {t('rename.start')}
        </Button>
        <Button
          kind="quiet"
          className="px-3 text-error"
          data-event="START_REMOVING"
          name="passkeyId"
          value={id}
          aria-label={t('removeOf', { name })}
          onClick={() => send({ type: 'START_REMOVING', passkeyId: id })}
        >
          {t('remove.start')}
        </Button>
      </div>
    </li>
  );
}
