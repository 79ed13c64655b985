import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router-dom';
import type { components } from '#openapi/api.gen.d.ts';
import { ownProblem } from '#machines/chart/problem.ts';
import { ProblemAlert } from '#src/flow/problem-alert.tsx';
import { formatDateTime } from '#src/i18n/format.ts';
import { addressOf, paths } from '#src/paths.ts';
import { useServices } from '#src/services/services.ts';
import { ButtonLink } from '#src/ui/button.tsx';
import { MemberIcon } from '#src/ui/member-icon.tsx';
import { Notice } from '#src/ui/notice.tsx';
import { PageHeading } from '#src/ui/page-heading.tsx';
import { Fact, Facts, Panel } from '#src/ui/panel.tsx';
import { Skeleton } from '#src/ui/skeleton.tsx';
import { dataOf } from '#src/reads/answers.ts';
import { ReadFailed } from '#src/flow/read-failed.tsx';
import { useFlowNotice } from '../use-flow-notice.ts';
import { useRead } from '#src/reads/use-read.ts';
import { CloseButton } from './close-button.tsx';
import { InquiryStatus } from './inquiry-status.tsx';
import { ReplyForm } from './reply-form.tsx';
import { UnsentReply } from './unsent-reply.tsx';
import { WholeWords } from '#src/ui/whole-words.tsx';

type Inquiry = components['schemas']['Inquiry'];

const notices = ['inquirySent'] as const;
const LINES = 6;
const TICKET = /^Q-[0-9A-Z]{4}-[0-9A-Z]{4}$/i;
/** The server's response for an unknown inquiry; a malformed ticket number gets it without a call. */
const NO_SUCH = ownProblem('not_found');

/** /Contact?ticket=… (F-15, L-04): one of the member's own inquiries, with what both sides have written. */
export function InquiryPage() {
  const { t } = useTranslation('contact');
  const [search] = useSearchParams();
  const ticket = search.get('ticket') ?? '';
  const flowNotice = useFlowNotice(notices);
  return (
    <>
      {TICKET.test(ticket) ? (
        <ReadInquiry ticket={ticket.toUpperCase()} isNew={flowNotice !== null} />
      ) : (
        <>
          <PageHeading title={t('title')} />
          <ProblemAlert problem={NO_SUCH} />
        </>
      )}
      <div>
        <ButtonLink kind="quiet" to={paths.contact}>
          <MemberIcon name="back" />
          {t('inquiry.all')}
        </ButtonLink>
      </div>
    </>
  );
}

/** Support may answer while the page is open. */
const OPEN_SECONDS = 30;

function againAfter({ status }: Inquiry): number | null {
  return status === 'closed' ? null : OPEN_SECONDS;
}

function ReadInquiry({ ticket, isNew }: { readonly ticket: string; readonly isNew: boolean }) {
  const { t } = useTranslation('contact');
  const { api } = useServices();
  const read = useCallback(
    (signal: AbortSignal) => dataOf(api.GET('/inquiries/{id}', { params: { path: { id: ticket } }, signal })),
    [api, ticket],
  );
  const { result, retry, put } = useRead(`inquiry ${ticket}`, read, againAfter);
  const inquiry = result.state === 'ready' ? result.value : null;
  const title = t('inquiry.title', { ticket });
  return (
    <>
      <PageHeading title={title} shown={<WholeWords text={title} />} />
      {isNew && (
        <Notice kind="success">
          <WholeWords text={t('inquiry.sent', { ticket })} />
        </Notice>
      )}
      {result.state === 'failed' && <ReadFailed problem={result.problem} onRetry={retry} />}
      {result.state === 'loading' && <Skeleton what={t('inquiry.loading')} lines={LINES} />}
      {inquiry !== null && (
        <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
          <div className="flex flex-col gap-6">
            <Messages inquiry={inquiry} />
            {inquiry.status === 'closed' ? (
              <>
                <p className="text-muted">{t('inquiry.closedText')}</p>
                <UnsentReply inquiry={inquiry} />
              </>
            ) : (
              <ReplyForm ticket={ticket} onChanged={put} />
            )}
          </div>
          <FactsPanel inquiry={inquiry} onChanged={put} />
        </div>
      )}
    </>
  );
}

function FactsPanel({
  inquiry,
  onChanged,
}: {
  readonly inquiry: Inquiry;
  readonly onChanged: (inquiry: Inquiry) => void;
}) {
  const { t } = useTranslation('contact');
  const { ticket, category, status, receipt, openedAt } = inquiry;
  return (
    <Panel title={t('inquiry.status')}>
      <p>
        <InquiryStatus status={status} />
      </p>
      <Facts>
        <Fact term={t('inquiry.about')}>{t(`category.${category}`)}</Fact>
        {receipt !== null && (
          <Fact term={t('inquiry.receipt')}>
            <Link to={addressOf(paths.receipt, { id: receipt.id })} className="text-link">
              <WholeWords text={receipt.reference} />
            </Link>
          </Fact>
        )}
        <Fact term={t('inquiry.opened')}>
          <time dateTime={openedAt}>
            <WholeWords text={formatDateTime(openedAt)} />
          </time>
        </Fact>
      </Facts>
      {status === 'open' && <p className="text-sm text-muted">{t('inquiry.waits')}</p>}
      {status !== 'closed' && <CloseButton ticket={ticket} onClosed={onChanged} />}
    </Panel>
  );
}

/** The messages of both sides, oldest first, as plain text. */
function Messages({ inquiry: { messages } }: { readonly inquiry: Inquiry }) {
  const { t } = useTranslation('contact');
  return (
    <ol aria-label={t('inquiry.messages')} className="flex flex-col gap-4">
      {messages.map(({ from, at, text }, place) => (
        <li key={place} className={`rounded-box p-4 ${from === 'support' ? 'tint-success mr-6' : 'panel ml-6'}`}>
          <p className="flex flex-wrap justify-between gap-x-4 text-sm">
            <span className="font-semibold">{from === 'support' ? t('inquiry.support') : t('inquiry.you')}</span>
            <time dateTime={at} className="text-muted">
              <WholeWords text={formatDateTime(at)} />
            </time>
          </p>
          <p className="mt-1 whitespace-pre-line">{text}</p>
        </li>
      ))}
    </ol>
  );
}
