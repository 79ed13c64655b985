import { useTranslation } from 'react-i18next';
import { formatDate, formatDateTime } from '#src/i18n/format.ts';
import { paths } from '#src/paths.ts';
import { useSession } from '#src/session/session.provider.tsx';
import { WholeText } from '#src/ui/address.tsx';
import { Amount } from '#src/ui/amount.tsx';
import { Button, ButtonLink } from '#src/ui/button.tsx';
import { CopyButton } from '#src/ui/copy-button.tsx';
import { Fact, Facts, Panel } from '#src/ui/panel.tsx';
import { useStageWords } from '#src/ui/stage-words.ts';
import { memberAddress } from '../organization/addresses.ts';
import { referralLink } from '../organization/referral-link.ts';
import type { ChartModel } from './model.ts';
import type { Item } from './order.ts';
import { hasFigures, isPlaceOfLink, sideOf, type ChartSeat, type Side } from './tree.ts';

/**
 * Details and actions of the item chosen in the chart or the table: beside it on a desktop, above the bottom bar on a
 * phone, so that it is visible wherever the press was.
 */
export function ChosenPanel({ model, chosen }: { readonly model: ChartModel; readonly chosen: Item }) {
  if (chosen.kind === 'unread') return null;
  return (
    <div
      aria-live="polite"
      data-chosen=""
      data-covers="sheet"
      className="max-lg:fixed max-lg:inset-x-2 max-lg:bottom-[calc(4.25rem+env(safe-area-inset-bottom))] max-lg:z-30 max-lg:max-h-[55dvh] max-lg:overflow-y-auto max-lg:rounded-box max-lg:shadow-xl md:max-lg:bottom-3 md:max-lg:left-[16.5rem] lg:sticky lg:top-4 lg:max-h-[calc(100dvh-2rem)] lg:overflow-y-auto"
    >
      {chosen.kind === 'seat' ? (
        <SeatPanel model={model} node={chosen.node} />
      ) : (
        <FreePanel model={model} node={chosen.node} side={chosen.side} />
      )}
    </div>
  );
}

function SeatPanel({ model, node }: { readonly model: ChartModel; readonly node: ChartSeat }) {
  const { t } = useTranslation(['organization-chart', 'money', 'common']);
  const words = useStageWords();
  const { seat, open } = node;
  const side = sideOf(node);
  return (
    <Panel title={seat.name} note={`${seat.username}${t('common:separator')}${seat.positionId}`}>
      <div className="grid gap-x-8 sm:max-lg:grid-cols-2">
        <Facts>
          <Fact term={t('panel.place')}>
            {side === null
              ? t('item.me')
              : `${t('level', { level: seat.level })}${t('common:separator')}${t(`side.${side}`)}`}
          </Fact>
          <Fact term={t('panel.joined')}>{formatDate(seat.joinedAt)}</Fact>
          <Fact term={t('panel.rank')}>{t(`rank.${seat.rank}`)}</Fact>
          {hasFigures(seat) && (
            <Fact term={t('panel.stage')}>{seat.stage === null ? t('panel.noStage') : words.full(seat.stage)}</Fact>
          )}
        </Facts>
        {hasFigures(seat) && (
          <Facts>
            <Fact term={t('panel.leftMembers')}>{seat.leftMembers}</Fact>
            <Fact term={t('panel.rightMembers')}>{seat.rightMembers}</Fact>
            <Fact term={t('panel.leftVolume')}>
              <Amount value={seat.leftVolumeUsd} unit="USD" />
            </Fact>
            <Fact term={t('panel.rightVolume')}>
              <Amount value={seat.rightVolumeUsd} unit="USD" />
            </Fact>
          </Facts>
        )}
      </div>
      {hasFigures(seat) && (
        <p className="text-sm text-muted">
          {model.volumesAt === null
            ? t('panel.notSummed')
            : t('panel.summed', { moment: formatDateTime(model.volumesAt) })}
        </p>
      )}
      <div className="flex flex-wrap gap-3">
        <ButtonLink kind="secondary" to={side === null ? paths.organization : memberAddress(seat.username)}>
          {t('panel.details')}
        </ButtonLink>
        <Button kind="secondary" onClick={() => model.setOpen(node, !open)}>
          {open ? t('panel.close') : t('panel.open')}
        </Button>
        <Button kind="quiet" onClick={() => model.chooseNothing()}>
          {t('panel.done')}
        </Button>
      </div>
    </Panel>
  );
}

/** A free place, and which link leads to it: a link always leads to the outer edge of its side. */
function FreePanel({
  model,
  node,
  side,
}: {
  readonly model: ChartModel;
  readonly node: ChartSeat;
  readonly side: Side;
}) {
  const { t } = useTranslation('organization-chart');
  const { userInfo } = useSession();
  if (userInfo === null) return null;
  const link = referralLink(window.location.origin, userInfo.referralCode, side);
  const under = node.seat.username;
  return (
    <Panel title={t(`free.${side}`)} note={t('free.under', { member: under })}>
      <p>{isPlaceOfLink(node, side) ? t(`free.ofLink.${side}`) : t(`free.elsewhere.${side}`, { member: under })}</p>
      <p className="rounded-field bg-base-200 p-3 font-mono text-sm">
        <WholeText text={link} />
      </p>
      <p className="text-sm text-muted">{t('free.meanwhile')}</p>
      <div className="flex flex-wrap gap-3">
        <CopyButton text={link} item={t('free.link')} />
        {!isPlaceOfLink(node, side) && <CopyButton text={under} item={t('free.seatUser')} />}
        <ButtonLink kind="secondary" to={paths.referral}>
          {t('free.referral')}
        </ButtonLink>
        <Button kind="quiet" onClick={() => model.chooseNothing()}>
          {t('panel.done')}
        </Button>
      </div>
    </Panel>
  );
}
