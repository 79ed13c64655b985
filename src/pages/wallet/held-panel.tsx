import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { components } from '#openapi/api.gen.d.ts';
import { formatDateTime } from '#src/i18n/format.ts';
import { addressOf, paths, supportAbout } from '#src/paths.ts';
import { ExactAmount } from '#src/ui/amount.tsx';
import { ButtonLink } from '#src/ui/button.tsx';
import { Panel } from '#src/ui/panel.tsx';
import { WholeWords } from '#src/ui/whole-words.tsx';

type Held = components['schemas']['Held'];

/** Deposits below the minimum that the club holds (D-27), each with a link to support; nothing if there are none. */
export function HeldPanel({ held }: { readonly held: readonly Held[] }) {
  const { t } = useTranslation('wallet');
  if (held.length === 0) return null;
  return (
    <Panel title={t('held.title')} note={t('held.text')}>
      <ul className="flex flex-col divide-y divide-base-300">
        {held.map(({ receiptId, reference, asset, amount, heldSince }) => (
          <li
            key={receiptId}
            className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3 first:pt-0 last:pb-0"
          >
            <div className="min-w-0">
              <p className="font-semibold">
                <ExactAmount value={amount} unit={asset} />
              </p>
              <Link
                to={addressOf(paths.receipt, { id: receiptId })}
                className="text-link inline-flex min-h-11 items-center"
              >
                <WholeWords text={t('held.deposit', { reference })} />
              </Link>
              <p className="text-sm text-muted">
                <WholeWords text={t('held.since', { moment: formatDateTime(heldSince) })} />
              </p>
            </div>
            <ButtonLink kind="secondary" to={supportAbout(reference)}>
              {t('held.ask')}
              <span className="sr-only"> {reference}</span>
            </ButtonLink>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
