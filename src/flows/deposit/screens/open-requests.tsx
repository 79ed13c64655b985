import { useTranslation } from 'react-i18next';
import type { Deposit } from '#machines/deposit/deposit.types.ts';
import { formatDateTime } from '#src/i18n/format.ts';
import { Amount } from '#src/ui/amount.tsx';
import { Button } from '#src/ui/button.tsx';
import { Fold } from '#src/ui/fold.tsx';
import { useMoneyWords } from '#src/ui/money-words.ts';
import { Panel } from '#src/ui/panel.tsx';
import { RecordStatus } from '#src/ui/record-status.tsx';
import { WholeWords } from '#src/ui/whole-words.tsx';

interface OpenRequestsProps {
  readonly requests: readonly Deposit[];
  readonly busy: boolean;
  readonly onOpen: (depositId: string) => void;
}

/** How many are shown above the form of a new one, so that it stays in sight on a phone. */
const SHOWN = 2;

/** The requests that wait for a payment or its confirmations: money under way stays visible (D-27). */
export function OpenRequests({ requests, busy, onOpen }: OpenRequestsProps) {
  const { t } = useTranslation('deposit');
  const others = requests.slice(SHOWN);
  const listOf = (some: OpenRequestsProps['requests']) => (
    <ul className="flex flex-col divide-y divide-base-300">
      {some.map((request) => (
        <Request key={request.id} request={request} busy={busy} onOpen={onOpen} />
      ))}
    </ul>
  );
  return (
    <Panel title={t('open.title')} note={t('open.note')}>
      {listOf(requests.slice(0, SHOWN))}
      {others.length > 0 && <Fold title={t('open.others', { count: others.length })}>{listOf(others)}</Fold>}
    </Panel>
  );
}

function Request({ request, busy, onOpen }: Omit<OpenRequestsProps, 'requests'> & { readonly request: Deposit }) {
  const { t } = useTranslation(['deposit', 'common']);
  const words = useMoneyWords();
  const { id, asset, network, development, amount, received, status, reference, createdAt } = request;
  const known = received ?? amount;
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3 first:pt-0 last:pb-0">
      <div className="flex min-w-0 flex-col gap-1">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 font-medium">
          {known === null ? (
            `${asset}${t('common:separator')}${t('open.anyAmount')}`
          ) : (
            <Amount value={known} unit={asset} />
          )}
          <RecordStatus status={status} />
        </p>
        <p className="text-sm text-muted">{words.network(network, development)}</p>
        <p className="text-sm text-muted tabular-nums">
          <WholeWords text={formatDateTime(createdAt)} />
        </p>
      </div>
      <Button
        kind="secondary"
        name="depositId"
        value={id}
        busy={busy}
        data-event="OPEN_REQUEST"
        onClick={() => onOpen(id)}
      >
        {t('open.look')}
        <span className="sr-only"> {t('open.request', { reference })}</span>
      </Button>
    </li>
  );
}
