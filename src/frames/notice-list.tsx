import { useContext, useId, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { noticePage } from '#openapi/notice-page.ts';
import { Refusable } from '#src/flow/refusable.tsx';
import { MoreButton } from '#src/flow/more-button.tsx';
import { ReadFailed } from '#src/flow/read-failed.tsx';
import { formatDate, formatTime } from '#src/i18n/format.ts';
import { dayBefore } from '#src/i18n/spans.ts';
import { paths } from '#src/paths.ts';
import { dataOf } from '#src/reads/answers.ts';
import { useUnreadNotices } from '#src/reads/live.ts';
import { useAct } from '#src/reads/use-act.ts';
import { usePages } from '#src/reads/use-pages.ts';
import { useServices } from '#src/services/services.ts';
import { Button } from '#src/ui/button.tsx';
import { PartUnloaded } from '#src/ui/error-boundary.tsx';
import { HidingContext } from '#src/ui/member-hidden.tsx';
import { Empty } from '#src/ui/member-empty.tsx';
import { MemberIcon, type MemberIconName } from '#src/ui/member-icon.tsx';
import { Skeleton } from '#src/ui/skeleton.tsx';
import { WholeWords } from '#src/ui/whole-words.tsx';
import { wordsOf, type Notice } from './notice-words.ts';

const LINES = 5;

const ICONS: Readonly<Record<Notice['kind'], MemberIconName>> = {
  depositSeen: 'down',
  depositCredited: 'down',
  depositHeld: 'question',
  withdrawalApproved: 'up',
  withdrawalPaid: 'up',
  withdrawalRefused: 'close',
  transferReceived: 'receive',
  stakeFree: 'unlock',
  referralBonus: 'share',
  binaryBonus: 'branch',
  inquiryAnswered: 'letter',
  moneyHeld: 'shield',
  allowListOn: 'shield',
  allowListTurningOff: 'shield',
  allowListKept: 'shield',
  addressSaved: 'shield',
  newAddressesWait: 'shield',
};

/** A server of a later release may tell of what has no words here. */
const isKnown = ({ kind }: Notice): boolean => Object.hasOwn(ICONS, kind);

function byDay(items: readonly Notice[]): readonly (readonly [day: string, notices: readonly Notice[]])[] {
  const days = new Map<string, Notice[]>();
  for (const notice of items) {
    const day = formatDate(notice.at);
    days.set(day, [...(days.get(day) ?? []), notice]);
  }
  return [...days];
}

/** What happened to the member's own, by days, the newest first. */
export function NoticeList() {
  const { i18n } = useTranslation('notices');
  // As `Texts` does, which is in the file that loads the frame.
  if (!i18n.hasResourceBundle(i18n.language, 'notices'))
    throw new PartUnloaded('No texts for notices', {
      again: () => i18n.reloadResources(i18n.language, ['notices']),
    });
  return <Days />;
}

function Days() {
  const { t } = useTranslation('notices');
  const { api, now } = useServices();
  const { count, keep } = useUnreadNotices();
  const pages = usePages<Notice>('notices', async (cursor, signal) => {
    const page = await dataOf(api.GET('/notices', { params: { query: cursor === null ? {} : { cursor } }, signal }));
    if (!signal.aborted) keep(page.unread);
    return page;
  });
  /** What was marked here since the list was read. */
  const [marked, setMarked] = useState<ReadonlySet<string>>(new Set());
  const act = useAct(
    async ({ id, older }: { readonly id: string; readonly older: boolean }, key) => {
      const params = { path: { id }, header: { 'Idempotency-Key': key } };
      const { unread } = await dataOf(api.POST('/notices/{id}/read', { params, body: { older } }));
      return { unread, ids: older ? pages.items.map((each) => each.id) : [id] };
    },
    ({ unread, ids }) => {
      keep(unread);
      setMarked((before) => new Set([...before, ...ids]));
    },
  );
  const { items, state, problem, readOn } = pages;
  const [newest] = items;
  const days = byDay(items.filter(isKnown));
  const today = formatDate(new Date(now()));
  const yesterday = dayBefore(today);
  const wordOf = (day: string) => (day === today ? t('day.today') : day === yesterday ? t('day.yesterday') : null);
  return (
    <div className="flex flex-col gap-4">
      {newest !== undefined && count > 0 && (
        <Button
          kind="quiet"
          busy={act.busy?.older === true}
          onClick={() => act.run({ id: newest.id, older: true })}
          className="self-end px-2 text-sm"
        >
          <MemberIcon name="check" />
          {t('readAll')}
        </Button>
      )}
      <Refusable problem={act.problem} />
      {days.map(([day, notices]) => (
        <Day key={day} day={day} word={wordOf(day)}>
          {notices.map((notice) => (
            <Line
              key={notice.id}
              notice={marked.has(notice.id) ? { ...notice, read: true } : notice}
              onOpen={() => notice.read || act.run({ id: notice.id, older: false })}
            />
          ))}
        </Day>
      ))}
      {state === 'loading' && items.length === 0 && <Skeleton what={t('loading')} lines={LINES} />}
      {state === 'ready' && items.length === 0 && <Empty>{t('none')}</Empty>}
      {problem !== null && <ReadFailed problem={problem} onRetry={readOn} />}
      <MoreButton pages={pages} label={t('more')} loading={t('loading')} className="w-full" />
      <Link to={paths.noticeSettings} className="text-link inline-flex min-h-11 items-center self-start px-2 text-sm">
        {t('settings')}
      </Link>
    </div>
  );
}

function Day({
  day,
  word,
  children,
}: {
  readonly day: string;
  readonly word: string | null;
  readonly children: ReactNode;
}) {
  const head = useId();
  return (
    <section aria-labelledby={head}>
      <h3 id={head} className="px-2 pb-1 text-sm font-semibold">
        {word ?? <time dateTime={day}>{day}</time>}
      </h3>
      <ul className="flex flex-col">{children}</ul>
    </section>
  );
}

function Line({ notice, onOpen }: { readonly notice: Notice; readonly onOpen: () => void }) {
  const { t, i18n } = useTranslation('notices');
  const [isHidden] = useContext(HidingContext);
  const { kind, at, read } = notice;
  return (
    <li>
      <Link to={noticePage(notice)} onClick={onOpen} className="sheet-row relative items-start gap-3 py-3 pr-3 pl-2">
        <MemberIcon name={ICONS[kind]} className="mt-0.5 size-5 text-muted" />
        <span className="min-w-0 grow">
          <span className={`block ${read ? '' : 'font-semibold'}`}>
            <WholeWords text={wordsOf(notice, i18n, isHidden)} />
          </span>
          <time dateTime={at} className="text-sm text-muted">
            {formatTime(at)}
          </time>
        </span>
        {!read && (
          <span className="absolute top-5 right-0.5 size-2 rounded-full bg-accent">
            <span className="sr-only">{t('unread')}</span>
          </span>
        )}
      </Link>
    </li>
  );
}
