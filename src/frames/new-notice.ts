import type { i18n as I18n } from 'i18next';
import type { Api } from '#src/api/client.ts';
import { dataOf } from '#src/reads/answers.ts';
import type { ShowToast } from '#src/ui/toast.tsx';
import type { ToastKind } from '#src/ui/toaster.tsx';
import { placeOf, wordsOf, type Notice } from './notice-words.ts';

/**
 * What happened while a member looks on, and how it is told: of their own acts the page says more than a message could,
 * so those pass in silence.
 */
const TOLD: Readonly<Record<Notice['kind'], ToastKind | null>> = {
  depositSeen: 'success',
  depositCredited: 'success',
  depositHeld: 'failure',
  withdrawalApproved: 'success',
  withdrawalPaid: 'success',
  withdrawalRefused: 'failure',
  transferReceived: 'success',
  stakeFree: 'success',
  inquiryAnswered: 'success',
  moneyHeld: 'failure',
  allowListOn: null,
  allowListTurningOff: null,
  allowListKept: null,
  addressSaved: null,
  newAddressesWait: null,
};

export interface NewNotice {
  readonly api: Api;
  readonly i18n: I18n;
  readonly toast: ShowToast;
  /** Whether the member hides amounts on this device. */
  readonly isHidden: boolean;
  /** Aborts once nobody is to be told any more, which also ends what is shown. */
  readonly signal: AbortSignal;
}

/** Tells of the newest notice in a passing message that leads to it. Rejects if it can't be read. */
export async function tellNewest({ api, i18n, toast, isHidden, signal }: NewNotice): Promise<void> {
  const { items } = await dataOf(api.GET('/notices', { params: { query: {} }, signal }));
  await i18n.loadNamespaces('notices');
  const [newest] = items;
  if (signal.aborted || newest === undefined || newest.read) return;
  const kind = TOLD[newest.kind];
  if (kind === null || !i18n.hasResourceBundle(i18n.language, 'notices')) return;
  toast(kind, { words: wordsOf(newest, i18n, isHidden), to: placeOf(newest) }, signal);
}
