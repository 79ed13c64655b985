import { useTranslation } from 'react-i18next';
import type { components } from '#openapi/api.gen.d.ts';
import { sum } from '#money/amount.ts';
import type { Asset } from '#money/assets.ts';
import { ExactAmount } from '#src/ui/amount.tsx';
import { Fold } from '#src/ui/fold.tsx';
import { Panel } from '#src/ui/panel.tsx';
import { WholeWords } from '#src/ui/whole-words.tsx';
import { Moment } from './moment.tsx';
import type { Receipt } from './receipt.ts';

type Journal = components['schemas']['Journal'];
type Posting = components['schemas']['Posting'];

/** The known types of journals; a newer one is shown as an entry without a name. */
const KINDS = [
  'deposit_seen',
  'deposit_credited',
  'deposit_refused',
  'deposit_approved',
  'deposit_returned',
  'deposit_dropped',
  'transfer',
  'exchange',
  'opening',
  'withdrawal_accepted',
  'withdrawal_returned',
  'withdrawal_paid',
  'purchase',
  'restake',
  'stake_withdrawal',
  'staking_reward',
  'referral_bonus',
  'binary_bonus',
] as const;
const CLUB_ACCOUNTS = [
  'chain',
  'deposit_transit',
  'refused_deposits',
  'withdrawal_transit',
  'fees',
  'rewards',
  'bonuses',
  'exchange',
  'stakes',
  'rounding',
] as const;

/**
 * The journals behind a receipt, for members who want to check them (D-03). A restake that returned nothing has none,
 * and never will.
 */
export function JournalsPanel({ kind, journals }: Pick<Receipt, 'kind' | 'journals'>) {
  const { t } = useTranslation('receipt-page');
  return (
    <Panel title={t('journals.title')} note={t('journals.text')}>
      {journals.length === 0 ? (
        <p className="text-muted">{t(kind === 'restake' ? 'journals.kept' : 'journals.none')}</p>
      ) : (
        <Fold title={t('journals.show', { count: journals.length })} className="print:hidden">
          <div className="flex flex-col gap-6 pt-2">
            {journals.map((journal) => (
              <JournalTable key={journal.id} journal={journal} />
            ))}
          </div>
        </Fold>
      )}
    </Panel>
  );
}

function JournalTable({ journal }: { readonly journal: Journal }) {
  const { t } = useTranslation('receipt-page');
  const { at, postings } = journal;
  const kind = KINDS.find((known) => known === journal.kind) ?? 'other';
  const assets = [...new Set(postings.map(({ asset }) => asset))];
  return (
    <table className="w-full text-sm break-inside-avoid">
      <caption className="pb-1 text-left text-base font-semibold">
        {t(`journal.${kind}`)}
        <span className="block text-sm font-normal">
          <Moment at={at} />
        </span>
      </caption>
      <thead>
        <tr className="border-b border-base-300 text-muted">
          <th scope="col" className="py-2 text-left font-medium">
            {t('journals.account')}
          </th>
          <th scope="col" className="py-2 text-right font-medium">
            {t('journals.amount')}
          </th>
        </tr>
      </thead>
      <tbody>
        {postings.map((posting, place) => (
          <tr key={`${place} ${posting.account}`} className="border-b border-base-300">
            <td className="py-2 pr-2">
              <AccountName posting={posting} />
            </td>
            <td className="min-w-40 py-2 text-right">
              <ExactAmount value={posting.amount} unit={posting.asset} />
            </td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        {assets.map((asset) => (
          <SumRow key={asset} asset={asset} postings={postings} />
        ))}
      </tfoot>
    </table>
  );
}

/** The sum is computed here from the figures shown, so the reader need not trust the server. */
function SumRow({ asset, postings }: { readonly asset: Asset; readonly postings: readonly Posting[] }) {
  const { t } = useTranslation('receipt-page');
  return (
    <tr>
      <th scope="row" className="py-2 pr-3 text-left font-semibold">
        {t('journals.sum')}
      </th>
      <td className="py-2 text-right font-semibold">
        <ExactAmount
          value={sum(postings.filter((posting) => posting.asset === asset).map(({ amount }) => amount))}
          unit={asset}
        />
      </td>
    </tr>
  );
}

function AccountName({ posting }: { readonly posting: Posting }) {
  const { t } = useTranslation('receipt-page');
  const { account, own } = posting;
  if (account === 'wallet') return <WholeWords text={own ? t('account.own') : t('account.member')} />;
  const known = CLUB_ACCOUNTS.find((each) => each === account) ?? 'other';
  return <WholeWords text={t(`account.${known}`)} />;
}
