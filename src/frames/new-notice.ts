import type { i18n as I18n } from 'i18next';
import { noticePage } from '#openapi/notice-page.ts';
import type { Api } from '#src/api/client.ts';
import { fetchTexts } from '#src/i18n/fetch-texts.ts';
import { dataOf } from '#src/reads/answers.ts';
import type { ShowToast } from '#src/ui/toast.tsx';
import type { ToastKind } from '#src/ui/toaster.tsx';
import { wordsOf, type Notice } from './notice-words.ts';

/**
 * What happened while a member looks on, and how it is told: of their own acts the page says more than a message could,
 * so those pass in silence, as does what a server of a later release tells of and this one has no words for.
 */
const TOLD: Readonly<Partial<Record<string, ToastKind | null>>> = {
  depositSeen: 'success',
  depositCredited: 'success',
  depositHeld: 'failure',
  withdrawalApproved: 'success',
  withdrawalPaid: 'success',
  withdrawalRefused: 'failure',
  transferReceived: 'success',
  stakeFree: 'success',
  referralBonus: 'success',
  binaryBonus: 'success',
  inquiryAnswered: 'success',
  moneyHeld: 'failure',
  allowListOn: null,
  allowListTurningOff: null,
  allowListKept: null,
  addressSaved: null,
  newAddressesWait: null,
} satisfies Readonly<Record<Notice['kind'], ToastKind | null>>;

/** If more come at once, one message says how many: a stack of them would cover the page. */
const MOST_TOLD = 2;

export interface NewNotices {
  readonly api: Api;
  readonly i18n: I18n;
  readonly toast: ShowToast;
  /** Whether the member hides amounts on this device. */
  readonly isHidden: boolean;
  /** How many were unread before: what is more than that is new. */
  readonly before: number;
  /** The ids of those that were told before; those that are told now are added. */
  readonly told: Set<string>;
  /** Opens the list behind the bell. */
  readonly openList: { readonly current: (() => void) | null };
  /** Aborts once nobody is to be told any more, which also ends what is shown. */
  readonly signal: AbortSignal;
}

/**
 * Tells of what is new in passing messages: each leads to where it is shown, or one says how many there are and leads
 * to the list. Rejects if the notices can't be read.
 */
export async function tellNew({
  api,
  i18n,
  toast,
  isHidden,
  before,
  told,
  openList,
  signal,
}: NewNotices): Promise<void> {
  const { items, unread } = await dataOf(api.GET('/notices', { params: { query: {} }, signal }));
  await fetchTexts(i18n, ['notices']);
  if (signal.aborted || !i18n.hasResourceBundle(i18n.language, 'notices')) return;
  const added = Math.max(0, unread - before);
  const listed = items.filter(({ read }) => !read).slice(0, added);
  const fresh = listed.flatMap((notice) => {
    const kind = told.has(notice.id) ? null : (TOLD[notice.kind] ?? null);
    return kind === null ? [] : [{ kind, notice }];
  });
  for (const { notice } of fresh) told.add(notice.id);
  if (fresh.length > MOST_TOLD) {
    const kind = fresh.some((each) => each.kind === 'failure') ? 'failure' : 'success';
    // A page of the list may have room for only some of them.
    const count = fresh.length + added - listed.length;
    toast(kind, { words: i18n.t('notices:several', { count }), onPress: () => openList.current?.() }, signal);
    return;
  }
  // In the order in which they happened, as messages follow each other.
  for (const { kind, notice } of fresh.toReversed())
    toast(kind, { words: wordsOf(notice, i18n, isHidden), to: noticePage(notice) }, signal);
}
