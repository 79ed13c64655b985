// Where the crawl goes: every route, and of those that show one thing the address of a real one of each kind.
import { HISTORY_GROUPS, segmentOf } from '#src/pages/history/kinds.ts';
import { ROUTES } from '#tests/client/source-routes.ts';
import type { RichClub } from './rich-club.ts';

/** Their addresses need what stands in the club. */
const SINGLE = /^\/(News|Receipt|History|Organization)\/./;

/** What anybody may open. */
export const VISITOR_STOPS: readonly string[] = ROUTES.filter(({ guard }) => guard !== 'member').map(
  ({ path }) => path,
);

/** What members open, and what they and visitors both may. The last one ends nothing by itself. */
export function memberStops({
  receipts,
  news,
  ticket,
  month,
  matured,
  running,
  below,
  furtherBelow,
}: RichClub['ids']): string[] {
  return [
    ...ROUTES.filter(({ guard, path }) => guard !== 'visitor' && !SINGLE.test(path)).map(({ path }) => path),
    ...HISTORY_GROUPS.flatMap(({ kinds }) => kinds.map((kind) => `/History/${segmentOf(kind)}`)),
    ...Object.values(receipts).map((id) => `/Receipt/${id}`),
    `/News/${news}`,
    `/Contact?ticket=${ticket}`,
    `/SalesManagement?month=${month}`,
    `/ReStaking?stake=${matured}`,
    `/ReStaking?stake=${running}`,
    '/Plan?stage=2',
    '/Organization/user1',
    `/Organization/user1?of=${below}`,
    `/Organization/user1-1?of=${furtherBelow}`,
    '/OrganizationChart?view=table',
    ...['password', 'freeze', 'verify'].map((step) => `/Account?step=${step}`),
    '/no/such/page',
  ];
}

/** A name of an address for pictures and messages: what differs from run to run is left out. */
export function nameOf(path: string): string {
  return (
    path
      .replace(/[0-9a-f]{8}-[0-9a-f-]{27}/, 'id')
      .replace(/=[^&]*\d[^&]*/g, '')
      .replace(/[^A-Za-z0-9]+/g, '-')
      .replace(/^-|-$/g, '') || 'dashboard'
  );
}
