import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { components } from '#openapi/api.gen.d.ts';
import { formatDate } from '#src/i18n/format.ts';
import { MemberIcon } from '#src/ui/member-icon.tsx';
import { Fact, Facts, Panel } from '#src/ui/panel.tsx';
import { useStageWords } from '#src/ui/stage-words.ts';
import { WholeWords } from '#src/ui/whole-words.tsx';
import { chartAddress, memberBelowAddress } from './addresses.ts';
import { LegFigures } from './leg-figures.tsx';

type OrganizationMember = components['schemas']['OrganizationMember'];

/** What the member's own organization shows of a member: seat, both legs in figures, and who is directly below. */
export function MemberPanels({ member }: { readonly member: OrganizationMember }) {
  const { t } = useTranslation('organization');
  return (
    <div className="grid items-start gap-5 lg:grid-cols-2">
      <FactsPanel member={member} />
      <Panel title={t('member.figures')}>
        <LegFigures left={member.left.figures} right={member.right.figures} volumesAt={member.volumesAt} />
      </Panel>
      <Panel title={t('member.below')} className="lg:col-span-2">
        <ul className="grid gap-3 sm:grid-cols-2">
          {(['left', 'right'] as const).map((side) => (
            <Below key={side} side={side} username={member[side].username} above={member.seat.username} />
          ))}
        </ul>
      </Panel>
    </div>
  );
}

function FactsPanel({ member: { seat, stage, introducedByMe, introducer } }: { readonly member: OrganizationMember }) {
  const { t } = useTranslation(['organization', 'common']);
  const words = useStageWords();
  const side = seat.position === null ? '' : `${t('common:separator')}${t(`side.${seat.position}`)}`;
  return (
    <Panel title={t('member.facts')}>
      <Facts>
        <Fact term={t('member.username')}>{seat.username}</Fact>
        <Fact term={t('member.seat')}>{seat.positionId}</Fact>
        <Fact term={t('member.place')}>
          {seat.level === 0 ? t('member.me') : `${t('level', { level: seat.level })}${side}`}
        </Fact>
        <Fact term={t('member.joined')}>{formatDate(seat.joinedAt)}</Fact>
        <Fact term={t('member.rank')}>{t(`rank.${seat.rank}`)}</Fact>
        <Fact term={t('member.stage')}>
          {stage === null ? t('member.noStage') : <WholeWords text={words.full(stage)} />}
        </Fact>
        {seat.level > 0 && (
          <Fact term={t('member.introducer')}>
            {introducedByMe ? t('member.byMe') : (introducer ?? t('member.elsewhere'))}
          </Fact>
        )}
      </Facts>
    </Panel>
  );
}

function Below({
  side,
  username,
  above,
}: {
  readonly side: 'left' | 'right';
  readonly username: string | null;
  readonly above: string;
}) {
  const { t } = useTranslation('organization');
  const look =
    'group flex min-h-16 items-center justify-between gap-3 rounded-field border border-base-300 px-4 py-2 hover:bg-base-200';
  return (
    <li>
      {/* The chart shows which link leads to a free place. */}
      <Link to={username === null ? chartAddress(above) : memberBelowAddress(username)} className={look}>
        <span>
          <span className="block text-sm text-muted">{t(`side.${side}`)}</span>
          <span className={username === null ? 'text-muted' : 'font-medium group-hover:underline'}>
            {username ?? t('member.free')}
          </span>
        </span>
        <MemberIcon name="next" className="size-4 text-muted" />
      </Link>
    </li>
  );
}
