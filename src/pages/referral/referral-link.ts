import { paths } from '#src/paths.ts';

/** The link by which somebody signs up under `code` on a side of the introducer's seat. */
export function referralLink(origin: string, code: string, side: 'left' | 'right'): string {
  return `${origin}${paths.signUp}?${new URLSearchParams({ introducer: code, position: side }).toString()}`;
}
