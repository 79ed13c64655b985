import { useId, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { formatDate, formatDateTime } from '#src/i18n/format.ts';
import { paths } from '#src/paths.ts';
import { useSession } from '#src/session/session.provider.tsx';
import { WholeText } from '#src/ui/address.tsx';
import { Amount } from '#src/ui/amount.tsx';
import { Button, ButtonLink } from '#src/ui/button.tsx';
import { CopyButton } from '#src/ui/copy-button.tsx';
import { Avatar } from '#src/ui/member-avatar.tsx';
import { MemberIcon } from '#src/ui/member-icon.tsx';
import { isNothing } from '#src/ui/quiet-zero.ts';
import { useStageWords } from '#src/ui/stage-words.ts';
import { WholeWords } from '#src/ui/whole-words.tsx';
import { memberAddress } from '../organization/addresses.ts';
import { referralLink } from '../organization/referral-link.ts';
import { focusActive } from './focus-active.ts';
import type { ChartModel } from './model.ts';
import type { Item } from './order.ts';
import { hasFigures, isPlaceOfLink, sideOf, type ChartSeat, type Side } from './tree.ts';

/**
 * Details and actions of the item chosen in the chart or the table: beside it on a desktop, on the bottom bar of a
 * phone and no higher than half of it, so that it is visible wherever the press was, and so is the chart.
 */
export function ChosenPanel({ model, chosen }: { readonly model: ChartModel; readonly chosen: Item }) {
  if (chosen.kind === 'unread') return null;
  return (
    <div
      data-chosen=""
      data-covers="sheet"
      className="max-lg:fixed max-lg:right-2 max-lg:bottom-3 max-lg:left-[16.5rem] max-lg:z-30 scroll-pt-20 scroll-pb-24 max-lg:max-h-[50dvh] max-lg:overflow-y-auto max-lg:rounded-box max-lg:shadow-xl max-md:inset-x-0 max-md:bottom-(--perch-bar) max-md:rounded-b-none lg:sticky lg:top-4 lg:max-h-[calc(100dvh-2rem)] lg:overflow-y-auto"
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
    <Frame
      title={seat.name}
      note={`${seat.username}${t('common:separator')}${seat.positionId}`}
      mark={<Avatar name={seat.name} className="size-10 text-sm" />}
      acts={
        <>
          <ButtonLink kind="secondary" to={side === null ? paths.organization : memberAddress(seat.username)}>
            {t('panel.details')}
          </ButtonLink>
          <Button kind="secondary" onClick={() => model.setOpen(node, !open)}>
            {open ? t('panel.close') : t('panel.open')}
          </Button>
        </>
      }
      onClose={() => closeDetails(model)}
    >
      <dl className="grid grid-cols-2 gap-x-4 gap-y-2.5">
        <Figure term={t('panel.place')}>
          {side === null
            ? t('item.me')
            : `${t('level', { level: seat.level })}${t('common:separator')}${t(`side.${side}`)}`}
        </Figure>
        <Figure term={t('panel.joined')}>{formatDate(seat.joinedAt)}</Figure>
        <Figure term={t('panel.rank')}>{t(`rank.${seat.rank}`)}</Figure>
        {hasFigures(seat) && (
          <>
            <Figure term={t('panel.stage')}>
              {seat.stage === null ? t('panel.noStage') : <WholeWords text={words.full(seat.stage)} />}
            </Figure>
            <Figure term={t('panel.leftMembers')}>
              <span data-zero={isNothing(seat.leftMembers)}>{seat.leftMembers}</span>
            </Figure>
            <Figure term={t('panel.rightMembers')}>
              <span data-zero={isNothing(seat.rightMembers)}>{seat.rightMembers}</span>
            </Figure>
            <Figure term={t('panel.leftVolume')}>
              <Amount value={seat.leftVolumeUsd} unit="USD" />
            </Figure>
            <Figure term={t('panel.rightVolume')}>
              <Amount value={seat.rightVolumeUsd} unit="USD" />
            </Figure>
          </>
        )}
      </dl>
      {hasFigures(seat) && (
        <p className="text-sm text-muted">
          <WholeWords
            text={
              model.volumesAt === null
                ? t('panel.notSummed')
                : t('panel.summed', { moment: formatDateTime(model.volumesAt) })
            }
          />
        </p>
      )}
    </Frame>
  );
}

interface FrameProps {
  readonly title: string;
  readonly note: string;
  /** What is beside the title. */
  readonly mark?: ReactNode;
  /** What can be done with it. */
  readonly acts: ReactNode;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** The button that was pressed goes with the details, and the focus back to what they were about. */
function closeDetails(model: ChartModel): void {
  flushSync(() => model.chooseNothing());
  focusActive(model);
}

/** Its title, the button that closes it and what can be done stay in view while the rest is scrolled. */
function Frame({ title, note, mark, acts, onClose, children }: FrameProps) {
  const { t } = useTranslation('organization-chart');
  const id = useId();
  return (
    <section aria-labelledby={id} className="panel flex flex-col gap-3 px-4 lg:px-5">
      <header className="sticky top-0 -mx-2 flex items-center gap-3 bg-base-100 pt-2 pb-1 pl-2">
        {mark}
        <div className="min-w-0 grow">
          <h2 id={id} className="text-xl leading-snug font-semibold tracking-tight wrap-anywhere">
            {title}
          </h2>
          <p className="text-sm wrap-anywhere text-muted">{note}</p>
        </div>
        <Button
          kind="quiet"
          aria-label={t('panel.done')}
          title={t('panel.done')}
          onClick={onClose}
          className="size-11 shrink-0 self-start p-0"
        >
          <MemberIcon name="close" />
        </Button>
      </header>
      {children}
      <div className="panel-foot">{acts}</div>
    </section>
  );
}

/** A figure below its name, beside the same one of the other side. */
function Figure({ term, children }: { readonly term: string; readonly children: ReactNode }) {
  return (
    <div>
      <dt className="text-sm text-muted">
        <WholeWords text={term} />
      </dt>
      <dd className="font-medium">{children}</dd>
    </div>
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
    <Frame
      title={t(`free.${side}`)}
      note={t('free.under', { member: under })}
      acts={
        <>
          <CopyButton text={link} item={t('free.link')} />
          {!isPlaceOfLink(node, side) && <CopyButton text={under} item={t('free.seatUser')} />}
          <ButtonLink kind="secondary" to={paths.referral}>
            {t('free.referral')}
          </ButtonLink>
        </>
      }
      onClose={() => closeDetails(model)}
    >
      <p>{isPlaceOfLink(node, side) ? t(`free.ofLink.${side}`) : t(`free.elsewhere.${side}`, { member: under })}</p>
      <p className="rounded-field bg-base-200 p-3 font-mono text-sm">
        <WholeText text={link} />
      </p>
      <p className="text-sm text-muted">{t('free.meanwhile')}</p>
    </Frame>
  );
}
