import { useCallback, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router-dom';
import type texts from '#locales/en-US/news.json';
import type { components } from '#openapi/api.gen.d.ts';
import { ownProblem } from '#machines/chart/problem.ts';
import { ProblemAlert } from '#src/flow/problem-alert.tsx';
import { formatDateTime } from '#src/i18n/format.ts';
import { paths } from '#src/paths.ts';
import { useServices } from '#src/services/services.ts';
import { ButtonLink } from '#src/ui/button.tsx';
import { MemberIcon } from '#src/ui/member-icon.tsx';
import { PageHeading } from '#src/ui/page-heading.tsx';
import { RichText } from '#src/ui/rich-text.tsx';
import { Skeleton } from '#src/ui/skeleton.tsx';
import { dataOf } from '#src/reads/answers.ts';
import { ReadFailed } from '#src/flow/read-failed.tsx';
import { useRead } from '#src/reads/use-read.ts';
import { useUnread } from '#src/reads/live.ts';
import { WholeWords } from '#src/ui/whole-words.tsx';

declare module '#src/i18n/areas.ts' {
  interface AreaTexts {
    news: typeof texts;
  }
}

const LINES = 6;
const NUMBER = /^[1-9]\d{0,14}$/;
/** The server's response for an unknown notice; a malformed id gets it without a call. */
const NO_SUCH = ownProblem('not_found');

/** /News/:id (SRC §2): one notice, marked as read once it is shown. */
export function NewsPage() {
  const { t, i18n } = useTranslation('news');
  const id = useParams()['id'] ?? '';
  return (
    <>
      {NUMBER.test(id) ? (
        // Another notice or another language starts over.
        <ReadNews key={`${id} ${i18n.language}`} id={id} />
      ) : (
        <>
          <PageHeading title={t('title')} />
          <ProblemAlert problem={NO_SUCH} />
        </>
      )}
      <div>
        <ButtonLink kind="quiet" to={paths.newsList}>
          <MemberIcon name="back" />
          {t('back')}
        </ButtonLink>
      </div>
    </>
  );
}

function ReadNews({ id }: { readonly id: string }) {
  const { t, i18n } = useTranslation('news');
  const { api } = useServices();
  const read = useCallback(
    (signal: AbortSignal) => dataOf(api.GET('/news/{id}', { params: { path: { id } }, signal })),
    [api, id],
  );
  const { result, retry } = useRead(`news ${id} ${i18n.language}`, read);
  if (result.state !== 'ready') {
    return (
      <>
        <PageHeading title={t('title')} />
        {result.state === 'failed' ? (
          <ReadFailed problem={result.problem} onRetry={retry} />
        ) : (
          <Skeleton what={t('itemLoading')} lines={LINES} />
        )}
      </>
    );
  }
  return <Shown news={result.value} />;
}

function Shown({ news: { id, title, publishedAt, read, body } }: { readonly news: components['schemas']['News'] }) {
  const { t } = useTranslation('news');
  const { api, newId } = useServices();
  const { keep } = useUnread();
  useEffect(() => {
    if (read) return;
    const headers = { 'Idempotency-Key': newId() };
    // If marking fails, it is tried on the next visit; nothing on the page depends on it.
    dataOf(api.POST('/news/{id}/read', { params: { path: { id }, header: headers } })).then(
      ({ unread }) => keep(unread),
      () => undefined,
    );
  }, [api, newId, keep, id, read]);
  return (
    <article className="flex max-w-2xl flex-col gap-6">
      <PageHeading
        title={title}
        note={
          <time dateTime={publishedAt}>
            <WholeWords text={t('published', { moment: formatDateTime(publishedAt) })} />
          </time>
        }
      />
      <RichText body={body} />
    </article>
  );
}
