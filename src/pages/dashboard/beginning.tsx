import { useCallback, type CSSProperties } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { DAY_MS } from '#machines/chart/durations.ts';
import { isZero } from '#money/amount.ts';
import type { components } from '#openapi/api.gen.d.ts';
import { paths } from '#src/paths.ts';
import { useServices } from '#src/services/services.ts';
import { Icon } from '#src/ui/icon.tsx';
import { MemberIcon } from '#src/ui/member-icon.tsx';
import { Panel } from '#src/ui/panel.tsx';
import { dataOf } from '#src/reads/answers.ts';
import { useRead } from '#src/reads/use-read.ts';

type Schemas = components['schemas'];

const NEW_FOR_MS = 30 * DAY_MS;

export interface BeginningProps {
  readonly member: Schemas['UserInfo'];
  readonly wallet: Schemas['Wallet'];
  readonly stakes: Schemas['StakeList'];
}

/** Whether somebody is new: for their first days, and as long as they have never had anything here. */
export function isNew({ member, wallet, stakes }: BeginningProps, now: number): boolean {
  return now - Date.parse(member.joinedAt) < NEW_FOR_MS || !hasDeposited(wallet, stakes);
}

const hasDeposited = ({ balances, pending }: Schemas['Wallet'], stakes: Schemas['StakeList']): boolean =>
  stakes.items.length > 0 || pending.length > 0 || balances.some(({ available }) => !isZero(available));

/** The first steps of a new member, each ticked once it is done; nothing once all are. */
export function Beginning({ member, wallet, stakes }: BeginningProps) {
  const { t } = useTranslation(['dashboard', 'common']);
  const { api } = useServices();
  const read = useCallback((signal: AbortSignal) => dataOf(api.GET('/account/communityInfo', { signal })), [api]);
  const { result } = useRead('organization', read);
  const steps = [
    { key: 'email', to: `${paths.account}?step=verify`, done: member.emailVerified },
    { key: 'factor', to: paths.authentication, done: member.twoFactorEnabled },
    { key: 'deposit', to: paths.deposit, done: hasDeposited(wallet, stakes) },
    { key: 'plan', to: paths.plans, done: stakes.items.length > 0 },
    // A hint, which no part of the page waits for.
    { key: 'invite', to: paths.referral, done: result.state === 'ready' && result.value.introduced > 0 },
  ] as const;
  const done = steps.filter((step) => step.done).length;
  if (done === steps.length) return null;
  return (
    <Panel title={t('beginning.title')} note={t('beginning.text', { count: done, steps: steps.length })}>
      <span aria-hidden="true" className="block h-1.5 overflow-hidden rounded-full bg-base-300">
        <span
          style={{ '--at': (done / steps.length) * 100 } as CSSProperties}
          className="wing block h-full rounded-full bg-primary"
        />
      </span>
      <ol className="flex flex-col">
        {steps.map((step, place) => (
          <li key={step.key}>
            {step.done ? (
              <p className="flex min-h-12 items-center gap-3 text-muted">
                <span className="icon-disc size-8">
                  <Icon name="check" className="size-4" />
                </span>
                <span className="line-through">{t(`beginning.${step.key}`)}</span>
                <span className="sr-only">{t('beginning.done')}</span>
              </p>
            ) : (
              <Link to={step.to} className="group flex min-h-12 items-center gap-3 rounded-field">
                <span aria-hidden="true" className="icon-disc size-8 font-semibold">
                  {place + 1}
                </span>
                <span className="grow font-medium group-hover:underline">{t(`beginning.${step.key}`)}</span>
                <MemberIcon name="next" className="size-4 text-muted" />
              </Link>
            )}
          </li>
        ))}
      </ol>
    </Panel>
  );
}
