import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useSearchParams } from 'react-router-dom';
import type { components } from '#openapi/api.gen.d.ts';
import { isPath, paths } from '#src/paths.ts';
import { useServices } from '#src/services/services.ts';
import { Alert } from '#src/ui/alert.tsx';
import { ButtonLink } from '#src/ui/button.tsx';
import { MemberIcon } from '#src/ui/member-icon.tsx';
import { PageHeading } from '#src/ui/page-heading.tsx';
import { Skeleton } from '#src/ui/skeleton.tsx';
import { dataOf } from '#src/reads/answers.ts';
import { ReadFailed } from '#src/flow/read-failed.tsx';
import { usePages } from '#src/reads/use-pages.ts';
import { useRead } from '#src/reads/use-read.ts';
import { chartAddress, memberAddress } from './addresses.ts';
import { MemberPanels } from './member-panels.tsx';
import { WayUp } from './way-up.tsx';

type Seat = components['schemas']['Seat'];

const LINES = 8;

/**
 * /Organization/user1?of= and /Organization/user1-1?of= (SRC §2): a member of the organization and, on the second
 * level, one below that member, with a link back.
 */
export function OrganizationMemberPage() {
  const { t } = useTranslation('organization');
  const isBelow = isPath(useLocation().pathname, paths.organizationMemberBelow);
  const [search] = useSearchParams();
  const username = search.get('of')?.trim() ?? '';
  if (username === '') {
    return (
      <>
        <PageHeading title={t('member.title')} />
        <Alert kind="warning" title={t('member.unnamed')} actions={<ToOrganization />}>
          {t('member.unnamedText')}
        </Alert>
      </>
    );
  }
  // Another member starts over.
  return <Member key={username} username={username} isBelow={isBelow} />;
}

function Member({ username, isBelow }: { readonly username: string; readonly isBelow: boolean }) {
  const { t } = useTranslation('organization');
  const { api } = useServices();
  const read = useCallback(
    (signal: AbortSignal) => dataOf(api.GET('/organization/member', { params: { query: { username } }, signal })),
    [api, username],
  );
  const { result, retry } = useRead(`organization ${username}`, read);
  if (result.state === 'failed' && ['not_found', 'invalid_request'].includes(result.problem.code))
    return <Unknown username={username} />;
  const member = result.state === 'ready' ? result.value : null;
  return (
    <>
      <PageHeading title={member?.seat.name ?? username} note={t('member.title')} />
      <Ways username={username} isBelow={isBelow} />
      {result.state === 'loading' && <Skeleton what={t('member.loading')} lines={LINES} />}
      {result.state === 'failed' && <ReadFailed problem={result.problem} onRetry={retry} />}
      {member !== null && <MemberPanels member={member} />}
    </>
  );
}

/** Links up, back and to the chart. They are shown even while the figures are missing. */
function Ways({ username, isBelow }: { readonly username: string; readonly isBelow: boolean }) {
  const { t } = useTranslation('organization');
  const { api } = useServices();
  const way = usePages<Seat>(`way up ${username}`, (cursor, signal) =>
    dataOf(
      api.GET('/account/SeatUp', { params: { query: { username, ...(cursor === null ? {} : { cursor }) } }, signal }),
    ),
  );
  const above = way.items[1];
  return (
    <>
      <WayUp way={way} />
      <div className="flex flex-wrap gap-3">
        {isBelow && above !== undefined && above.level > 0 ? (
          <ButtonLink kind="secondary" to={memberAddress(above.username)}>
            <MemberIcon name="back" />
            {t('member.toAbove', { member: above.username })}
          </ButtonLink>
        ) : (
          <ToOrganization />
        )}
        <ButtonLink kind="quiet" to={chartAddress(username)}>
          <MemberIcon name="branch" />
          {t('member.inChart')}
        </ButtonLink>
      </div>
    </>
  );
}

function Unknown({ username }: { readonly username: string }) {
  const { t } = useTranslation('organization');
  return (
    <>
      <PageHeading title={t('member.title')} />
      <Alert kind="warning" title={t('member.unknown', { member: username })} actions={<ToOrganization />}>
        {t('member.unknownText')}
      </Alert>
    </>
  );
}

function ToOrganization() {
  const { t } = useTranslation('organization');
  return (
    <ButtonLink kind="secondary" to={paths.organization}>
      <MemberIcon name="back" />
      {t('member.toOrganization')}
    </ButtonLink>
  );
}
