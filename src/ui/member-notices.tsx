import type { ReactNode, RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { Sheet } from './member-sheet.tsx';

interface NoticesSheetProps {
  readonly sheet: RefObject<HTMLDialogElement | null>;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** The list behind the bell: over the page, so that nothing that was typed there is left. */
export function NoticesSheet({ sheet, onClose, children }: NoticesSheetProps) {
  const { t } = useTranslation('nav');
  return (
    <Sheet
      sheet={sheet}
      label={t('notices')}
      head={<h2 className="text-xl font-semibold">{t('notices')}</h2>}
      onClose={onClose}
      className="sheet-at-head"
    >
      <div className="sheet-body px-3 pt-1">{children}</div>
    </Sheet>
  );
}
