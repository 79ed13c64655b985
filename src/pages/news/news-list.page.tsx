import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { components } from '#openapi/api.gen.d.ts';
import { formatDate } from '#src/i18n/format.ts';
import { addressOf, paths } from '#src/paths.ts';
import { useServices } from '#src/services/services.ts';
import { Empty } from '#src/ui/member-empty.tsx';
import { MemberIcon } from '#src/ui/member-icon.tsx';
import { PageHeading } from '#src/ui/page-heading.tsx';
import { Skeleton } from '#src/ui/skeleton.tsx';
import { dataOf } from '#src/reads/answers.ts';
import { IdentityNote } from '../contents/identity-note.tsx';
import { MoreButton } from '#src/flow/more-button.tsx';
import { ReadFailed } from '#src/flow/read-failed.tsx';
import { usePages } from '#src/reads/use-pages.ts';
import { useUnread } from '#src/reads/live.ts';

type NewsItem = components['schemas']['NewsItem'];

const LINES = 4;

/** /newsList (SRC §2): the club's notices, pinned ones first. Another language is a new list. */
export function NewsListPage() {
  const { t, i18n } = useTranslation('news');
  return (
    <>
      <PageHeading title={t('title')} note={t('note')} />
      <List key={i18n.language} />
      <IdentityNote />
    </>
  );
}

function List() {
  const { t, i18n } = useTranslation('news');
  const { api } = useServices();
  const { keep } = useUnread();
  const pages = usePages<NewsItem>(`news ${i18n.language}`, async (cursor, signal) => {
    const page = await dataOf(api.GET('/news', { params: { query: cursor === null ? {} : { cursor } }, signal }));
    if (!signal.aborted) keep(page.unread);
    return page;
  });
  const { items, state, problem, readOn } = pages;
  return (
    <section aria-label={t('list')} className="flex flex-col gap-4">
      {items.length > 0 && (
        <ul className="panel divide-y divide-base-300 overflow-hidden">
          {items.map((item) => (
            <Line key={item.id} item={item} />
          ))}
        </ul>
      )}
      {state === 'loading' && items.length === 0 && <Skeleton what={t('loading')} lines={LINES} />}
      {state === 'ready' && items.length === 0 && <Empty>{t('none')}</Empty>}
      {problem !== null && <ReadFailed problem={problem} onRetry={readOn} />}
      <MoreButton pages={pages} label={t('more')} loading={t('loading')} />
    </section>
  );
}

function Line({ item: { id, title, publishedAt, pinned, read } }: { readonly item: NewsItem }) {
  const { t } = useTranslation('news');
  return (
    <li>
      <Link
        to={addressOf(paths.news, { id })}
        className="group flex min-h-18 items-center justify-between gap-4 px-4 py-3 -outline-offset-3 hover:bg-base-200 sm:px-6"
      >
        <span className="min-w-0">
          <span className={`block group-hover:underline ${read ? '' : 'font-semibold'}`}>{title}</span>
          <span className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted">
            <time dateTime={publishedAt}>{formatDate(publishedAt)}</time>
            {pinned && <span>{t('pinned')}</span>}
            {!read && (
              <span className="tint-info rounded-selector px-2 py-0.5 font-medium text-base-content">
                {t('unread')}
              </span>
            )}
          </span>
        </span>
        <MemberIcon name="next" className="size-4 text-muted" />
      </Link>
    </li>
  );
}
