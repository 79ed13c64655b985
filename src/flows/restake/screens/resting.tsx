import { useTranslation } from 'react-i18next';
import { ButtonLink } from '#src/ui/button.tsx';
import { addressOf, paths } from '#src/paths.ts';
import { PageHeading } from '#src/ui/page-heading.tsx';
import { Fact, Facts, Panel } from '#src/ui/panel.tsx';
import { StakeFacts, StakeProgress } from '#src/ui/stake-facts.tsx';
import { LeaveButton } from './closed.tsx';
import type { OptionsProps, RestakeScreenProps } from './screen-props.ts';

/** The stake is still running: says until when, and what the choices will be. */
export function RunningScreen({ send, options: { stake, choices } }: RestakeScreenProps & OptionsProps) {
  const { t } = useTranslation('restake');
  return (
    <>
      <PageHeading title={t('title')} note={t('running')} />
      <Panel title={t('stake')}>
        <StakeProgress stake={stake} />
        <StakeFacts stake={stake} />
      </Panel>
      <Panel title={t('preview')}>
        <ul className="flex flex-col divide-y divide-base-300">
          {choices.map(({ option }) => (
            <li key={option} className="py-3 first:pt-0 last:pb-0">
              <p className="font-semibold">{t(`option.${option}`)}</p>
              <p className="text-sm text-muted">{t(`option.${option}Text`)}</p>
            </li>
          ))}
        </ul>
      </Panel>
      <LeaveLine send={send} receiptId={stake.receiptId} />
    </>
  );
}

/** The choice was made before: says which one, and where it is recorded. */
export function DecidedScreen({ send, options: { stake } }: RestakeScreenProps & OptionsProps) {
  const { t } = useTranslation('restake');
  return (
    <>
      <PageHeading title={t('title')} note={t('decided')} />
      <Panel title={t('stake')}>
        <StakeProgress stake={stake} />
        {stake.option !== null && (
          <Facts>
            <Fact term={t('decidedAs')}>{t(`option.${stake.option}`)}</Fact>
          </Facts>
        )}
        <StakeFacts stake={stake} />
      </Panel>
      <LeaveLine send={send} receiptId={stake.receiptId} />
    </>
  );
}

function LeaveLine({ send, receiptId }: Pick<RestakeScreenProps, 'send'> & { readonly receiptId: string }) {
  const { t } = useTranslation('staking');
  return (
    <div className="flex flex-wrap gap-3">
      <LeaveButton send={send} kind="primary" />
      <ButtonLink kind="quiet" to={addressOf(paths.receipt, { id: receiptId })}>
        {t('receipt')}
      </ButtonLink>
    </div>
  );
}
