import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { WithdrawalDraft } from '#machines/withdrawal/withdrawal.types.ts';
import { formatDateTime } from '#src/i18n/format.ts';
import { useServices } from '#src/services/services.ts';
import { FullAddress } from '#src/ui/address.tsx';
import { Button } from '#src/ui/button.tsx';
import { Countdown } from '#src/ui/countdown.tsx';
import { useMoneyWords } from '#src/ui/money-words.ts';
import { Notice } from '#src/ui/notice.tsx';
import { PageHeading } from '#src/ui/page-heading.tsx';
import { Submit } from '#src/ui/submit.tsx';
import { differingAt, differingGroups } from '../differing.ts';
import type { QuoteScreenProps, WithdrawalScreenProps } from './screen-props.ts';
import { WithdrawalSteps } from './withdrawal-steps.tsx';
import { WholeWords } from '#src/ui/whole-words.tsx';

/**
 * The typed address resembles one used before and differs from it: both side by side, the differing characters marked
 * (D-28).
 */
export function CompareScreen({ send, draft, until }: WithdrawalScreenProps & QuoteScreenProps) {
  const { t } = useTranslation(['withdrawal', 'common']);
  const words = useMoneyWords();
  const { now } = useServices();
  const { resembles: known, address, network } = draft;
  if (known === null) return null;
  const here = differingAt(address, known.address, network);
  const there = differingAt(known.address, address, network);
  return (
    <>
      <PageHeading
        title={t('compare.title')}
        tab={t('title')}
        note={t('compare.text', { count: Math.max(here.size, there.size) })}
      />
      <WithdrawalSteps current={0} />
      <Countdown label={t('quote')} until={until} now={now} />
      <div className="grid gap-4 sm:grid-cols-2">
        <Side
          title={t('compare.typed')}
          note={words.network(network, draft.development)}
          address={address}
          differsAt={here}
        />
        <Side
          title={known.label === null ? t('compare.known') : t('compare.knownAs', { label: known.label })}
          note={
            <WholeWords
              text={
                known.lastUsedAt === null
                  ? t('compare.neverUsed')
                  : t('compare.lastUsed', { moment: formatDateTime(known.lastUsedAt) })
              }
            />
          }
          address={known.address}
          differsAt={there}
        />
      </div>
      <DifferingGroups typed={address} known={known.address} network={network} />
      <Notice kind="warning" title={t('compare.warning')}>
        {t('compare.warningText')}
      </Notice>
      <Submit>
        <Button data-event="BACK" onClick={() => send({ type: 'BACK' })}>
          {t('common:action.back')}
        </Button>
        <Button kind="secondary" data-event="CONFIRM_ADDRESS" onClick={() => send({ type: 'CONFIRM_ADDRESS' })}>
          {t('compare.confirm')}
        </Button>
      </Submit>
    </>
  );
}

interface DifferingGroupsProps {
  readonly typed: string;
  readonly known: string;
  readonly network: WithdrawalDraft['network'];
}

/** The marks of both sides in words, as no screen reader reads a mark. Spaces have the characters spelt one by one. */
function DifferingGroups({ typed, known, network }: DifferingGroupsProps) {
  const { t } = useTranslation('withdrawal');
  const spelt = (group: string) => [...group].join(' ') || t('compare.nothing');
  return (
    <ul className="sr-only">
      {differingGroups(typed, known, network).map(({ place, own, other }) => (
        <li key={place}>{t('compare.group', { number: place, typed: spelt(own), known: spelt(other) })}</li>
      ))}
    </ul>
  );
}

interface SideProps {
  readonly title: string;
  readonly note: ReactNode;
  readonly address: string;
  readonly differsAt: ReadonlySet<number>;
}

function Side({ title, note, address, differsAt }: SideProps) {
  return (
    <section className="panel flex flex-col gap-2 p-4">
      <h2 className="font-semibold">{title}</h2>
      <FullAddress address={address} differsAt={differsAt} />
      <p className="text-sm text-muted">{note}</p>
    </section>
  );
}
