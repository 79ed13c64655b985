import { paths } from '#src/paths.ts';

/** The link for signing up under `code` on one side of the introducer's seat. */
export function referralLink(origin: string, code: string, side: 'left' | 'right'): string {
  return `${origin}${paths.signUp}?${new URLSearchParams({ introducer: code, position: side }).toString()}`;
}
