import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { components } from '#openapi/api.gen.d.ts';
import { formatDateTime } from '#src/i18n/format.ts';
import { paths } from '#src/paths.ts';
import { useServices } from '#src/services/services.ts';
import { Panel } from '#src/ui/panel.tsx';
import { Skeleton } from '#src/ui/skeleton.tsx';
import { dataOf } from '#src/reads/answers.ts';
import { MoreButton } from '#src/flow/more-button.tsx';
import { MemberIcon } from '#src/ui/member-icon.tsx';
import { ReadFailed } from '#src/flow/read-failed.tsx';
import { usePages } from '#src/reads/use-pages.ts';
import { InquiryStatus } from './inquiry-status.tsx';
import { WholeWords } from '#src/ui/whole-words.tsx';

type InquiryItem = components['schemas']['InquiryItem'];

const LINES = 3;
/** Support may answer while the page is open. */
const OPEN_SECONDS = 30;

function againAfter(items: readonly InquiryItem[]): number | null {
  return items.some(({ status }) => status !== 'closed') ? OPEN_SECONDS : null;
}

/** The member's inquiries, newest first. */
export function InquiriesPanel() {
  const { t } = useTranslation('contact');
  const { api } = useServices();
  const pages = usePages<InquiryItem>(
    'inquiries',
    (cursor, signal) => dataOf(api.GET('/inquiries', { params: { query: cursor === null ? {} : { cursor } }, signal })),
    againAfter,
  );
  const { items, state, problem, readOn } = pages;
  return (
    <Panel title={t('inquiries.title')}>
      {items.length > 0 && (
        <ul className="flex flex-col divide-y divide-base-300">
          {items.map((item) => (
            <Line key={item.ticket} item={item} />
          ))}
        </ul>
      )}
      {state === 'loading' && items.length === 0 && <Skeleton what={t('inquiries.loading')} lines={LINES} />}
      {state === 'ready' && items.length === 0 && <p className="text-muted">{t('inquiries.none')}</p>}
      {problem !== null && <ReadFailed problem={problem} onRetry={readOn} />}
      <MoreButton pages={pages} label={t('inquiries.more')} loading={t('inquiries.loading')} />
    </Panel>
  );
}

function Line({ item: { ticket, category, status, updatedAt } }: { readonly item: InquiryItem }) {
  const { t } = useTranslation(['contact', 'common']);
  return (
    <li>
      <Link
        to={`${paths.contact}?ticket=${ticket}`}
        className="group flex min-h-16 flex-wrap items-center justify-between gap-x-4 gap-y-1 rounded-field py-3"
      >
        <span className="min-w-0">
          <span className="block font-medium group-hover:underline">{t(`category.${category}`)}</span>
          <span className="block text-sm text-muted">
            <WholeWords text={ticket} />
            {t('common:separator')}
            <time dateTime={updatedAt}>
              <WholeWords text={formatDateTime(updatedAt)} />
            </time>
          </span>
        </span>
        <span className="flex items-center gap-3">
          <InquiryStatus status={status} />
          <MemberIcon name="next" className="size-4 text-muted" />
        </span>
      </Link>
    </li>
  );
}
