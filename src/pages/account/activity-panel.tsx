import { useTranslation } from 'react-i18next';
import type { components } from '#openapi/api.gen.d.ts';
import { formatDateTime } from '#src/i18n/format.ts';
import { useServices } from '#src/services/services.ts';
import { Fold } from '#src/ui/fold.tsx';
import { Panel } from '#src/ui/panel.tsx';
import { Skeleton } from '#src/ui/skeleton.tsx';
import { dataOf } from '#src/reads/answers.ts';
import { MoreButton } from '#src/flow/more-button.tsx';
import { ReadFailed } from '#src/flow/read-failed.tsx';
import { usePages } from '#src/reads/use-pages.ts';
import { WholeWords } from '#src/ui/whole-words.tsx';

type Activity = components['schemas']['Activity'];

const LINES = 5;
/** How many are seen at once: enough to notice a stranger, and as many lines as the page kept free. */
const SHOWN = LINES;

/** What happened on the account, newest first (S-24); what is older opens below. */
export function ActivityPanel() {
  const { t } = useTranslation('account');
  const { api } = useServices();
  const pages = usePages<Activity>('activity', (cursor, signal) =>
    dataOf(api.GET('/account/activity', { params: { query: cursor === null ? {} : { cursor } }, signal })),
  );
  const { items, state, problem, readOn } = pages;
  const older = items.slice(SHOWN);
  const further = (
    <>
      {problem !== null && <ReadFailed problem={problem} onRetry={readOn} />}
      <MoreButton pages={pages} label={t('activity.more')} loading={t('activity.loading')} />
    </>
  );
  return (
    <Panel title={t('activity.title')} note={t('activity.text')}>
      {items.length > 0 && <Lines of={items.slice(0, SHOWN)} />}
      {state === 'loading' && items.length === 0 && <Skeleton what={t('activity.loading')} lines={LINES} />}
      {state === 'ready' && items.length === 0 && <p className="text-muted">{t('activity.none')}</p>}
      {older.length === 0 ? (
        further
      ) : (
        <Fold title={t('activity.older')}>
          <Lines of={older} />
          {further}
        </Fold>
      )}
    </Panel>
  );
}

function Lines({ of }: { readonly of: readonly Activity[] }) {
  return (
    <ol className="flex flex-col divide-y divide-base-300">
      {of.map((activity) => (
        <ActivityLine key={activity.id} activity={activity} />
      ))}
    </ol>
  );
}

function ActivityLine({ activity }: { readonly activity: Activity }) {
  const { t } = useTranslation(['account', 'common']);
  const { at, kind, device, here } = activity;
  return (
    <li className="py-3">
      <p className="font-medium">{t(`activity.kind.${kind}`)}</p>
      <p className="text-sm text-muted">
        <time dateTime={at}>
          <WholeWords text={formatDateTime(at)} />
        </time>
        {device !== null && `${t('common:separator')}${device}`}
        {here && `${t('common:separator')}${t('activity.here')}`}
      </p>
    </li>
  );
}
