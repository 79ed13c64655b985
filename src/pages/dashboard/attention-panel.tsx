import { useTranslation } from 'react-i18next';
import type { components } from '#openapi/api.gen.d.ts';
import { addressOf, paths } from '#src/paths.ts';
import { useServices } from '#src/session/services.ts';
import { ButtonLink } from '#src/ui/button.tsx';
import { Icon } from '#src/ui/icon.tsx';
import { Panel } from '#src/ui/panel.tsx';
import type { Read } from '../use-read.ts';

export interface AttentionPanelProps {
  readonly emailVerified: boolean;
  readonly wallet: Read<components['schemas']['Wallet']>;
  readonly stakes: Read<components['schemas']['StakeList']>;
}

/** What only the member can settle, each with the way to it; nothing where there is nothing. */
export function AttentionPanel({ emailVerified, wallet, stakes }: AttentionPanelProps) {
  const { t } = useTranslation('dashboard');
  const { now } = useServices();
  const matured = stakes.state === 'ready' ? stakes.value.items.filter(({ state }) => state === 'matured') : [];
  const overdue = wallet.state === 'ready' ? wallet.value.pending.filter(({ dueAt }) => dueAt !== null && Date.parse(dueAt) <= now()) : [];
  const [first] = overdue;
  const needs = [
    ...(matured.length > 0 ? [{ text: t('attention.matured', { count: matured.length }), note: null, to: paths.staking, action: t('attention.choose') }] : []),
    ...(first === undefined ? [] : [{ text: t('attention.overdue', { count: overdue.length }), note: null, to: addressOf(paths.receipt, { id: first.receiptId }), action: t('attention.look') }]),
    ...(emailVerified ? [] : [{ text: t('attention.unverified'), note: t('attention.unverifiedText'), to: `${paths.account}?step=verify`, action: t('attention.verify') }]),
  ];
  if (needs.length === 0) return null;
  return (
    <Panel title={t('attention.title')} className="border-2 border-warning">
      <ul className="flex flex-col divide-y divide-base-300">
        {needs.map(({ text, note, to, action }) => (
          <li key={to} className="flex flex-wrap items-center gap-3 py-3 first:pt-0 last:pb-0">
            <Icon name="alert" className="size-5 text-warning" />
            <div className="min-w-0 grow basis-48">
              <p className="font-semibold">{text}</p>
              {note !== null && <p className="text-sm text-muted">{note}</p>}
            </div>
            <ButtonLink to={to} kind="secondary">
              {action}
            </ButtonLink>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
