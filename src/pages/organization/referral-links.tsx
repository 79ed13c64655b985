import { useTranslation } from 'react-i18next';
import { useSession } from '#src/session/session.provider.tsx';
import { CopyButton } from '#src/ui/copy-button.tsx';
import { referralLink } from './referral-link.ts';
import { ShareButton } from './share-button.tsx';

const SIDES = ['left', 'right'] as const;

/** A link for signing up on one side of the member's own seat. */
export interface SideLink {
  readonly side: (typeof SIDES)[number];
  readonly link: string;
}

/** What a member gives to those they invite. */
export interface ReferralLinks {
  readonly code: string;
  readonly links: readonly SideLink[];
}

/** The member's own code, and a link for each side; null while the session ends, before the guard leads away. */
export function useReferralLinks(): ReferralLinks | null {
  const { userInfo } = useSession();
  if (userInfo === null) return null;
  const code = userInfo.referralCode;
  return { code, links: SIDES.map((side) => ({ side, link: referralLink(window.location.origin, code, side) })) };
}

interface LinkButtonsProps extends SideLink {
  /** Whether copying the link is what the page is for. */
  readonly main?: boolean;
}

/** Copies or shares the link of one side, each with one press. */
export function LinkButtons({ side, link, main = false }: LinkButtonsProps) {
  const { t } = useTranslation('referral');
  const item = t(`${side}.item`);
  return (
    <>
      <CopyButton text={link} item={item} main={main} />
      <ShareButton link={link} item={item} />
    </>
  );
}
