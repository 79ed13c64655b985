import { useTranslation } from 'react-i18next';
import { MemberIcon } from './member-icon.tsx';

/** A larger number would cover its control, whose name has all of it. */
const MOST_SHOWN = 9;

export interface BellProps {
  /** The number of unread notices. */
  readonly unread: number;
  /** Opens the list. */
  readonly onOpen: () => void;
}

/**
 * The bell, with the number of unread notices, which is in its name: the style sheet draws it, so that it is no text of
 * the control.
 */
export function Bell({ unread, onOpen }: BellProps) {
  const { t } = useTranslation(['nav', 'common']);
  const label = t('notices');
  return (
    <button
      type="button"
      name="notices"
      aria-haspopup="dialog"
      aria-label={unread === 0 ? label : t('common:labelled', { label, value: t('unread', { count: unread }) })}
      onClick={onOpen}
      className="top-item cursor-pointer"
    >
      <MemberIcon name="bell" />
      <TopCount count={unread} />
    </button>
  );
}

/** The number of unread items on a control of the top bar; nothing if there are none. */
export function TopCount({ count }: { readonly count: number }) {
  if (count === 0) return null;
  return <span aria-hidden="true" data-count={count > MOST_SHOWN ? `${MOST_SHOWN}+` : count} className="top-count" />;
}
