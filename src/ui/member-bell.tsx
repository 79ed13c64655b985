import { useTranslation } from 'react-i18next';
import { MemberIcon } from './member-icon.tsx';

export interface BellProps {
  /** The number of unread notices. */
  readonly unread: number;
  /** Opens the list. */
  readonly onOpen: () => void;
}

/** The bell, with the number of unread notices in its name too. */
export function Bell({ unread, onOpen }: BellProps) {
  const { t } = useTranslation(['nav', 'common']);
  const label = t('notices');
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      aria-label={unread === 0 ? label : t('common:labelled', { label, value: t('unread', { count: unread }) })}
      onClick={onOpen}
      className="top-item cursor-pointer"
    >
      <MemberIcon name="bell" />
      {unread > 0 && (
        <span aria-hidden="true" className="top-count">
          {unread > 99 ? '99+' : unread}
        </span>
      )}
    </button>
  );
}
