// Where the crawl goes: every route, and for routes of a single item the URL of a real one of each type.
import { HISTORY_GROUPS, segmentOf } from '#src/pages/history/kinds.ts';
import { ROUTES } from '#tests/client/source-routes.ts';
import type { RichClub } from './rich-club.ts';

/** Their URLs need data of the club. */
const SINGLE = /^\/(News|Receipt|History|Organization)\/./;

/** What is open to visitors. */
export const VISITOR_STOPS: readonly string[] = ROUTES.filter(({ guard }) => guard !== 'member').map(
  ({ path }) => path,
);

/** What members open, including what is also open to visitors. The last one ends nothing by itself. */
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

/** A name of a URL for pictures and messages, without what differs from run to run. */
export function nameOf(path: string): string {
  return (
    path
      .replace(/[0-9a-f]{8}-[0-9a-f-]{27}/, 'id')
      .replace(/=[^&]*\d[^&]*/g, '')
      .replace(/[^A-Za-z0-9]+/g, '-')
      .replace(/^-|-$/g, '') || 'dashboard'
  );
}
