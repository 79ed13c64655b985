import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useHold } from '#src/reads/use-member.ts';
import { Notice } from '#src/ui/notice.tsx';
import { useAhead } from '#src/flow/use-ahead.ts';
import { WholeWords } from '#src/ui/whole-words.tsx';

interface HoldProps {
  readonly until: string | null;
  /** The way to what was changed, where it is on another page. */
  readonly children?: ReactNode;
}

/**
 * What of the member's money is held (S-12), until when, as a time and as a duration, or that the server is checking
 * the time, and why; nothing if it is not held.
 */
export function Hold({ until, children }: HoldProps) {
  const { t } = useTranslation(['account', 'money']);
  const ahead = useAhead();
  const hold = useHold(until);
  if (until === null || hold === null) return null;
  return (
    <Notice kind="warning" title={t('security.held')}>
      <p className="font-medium">
        <WholeWords text={hold === 'checking' ? t('money:hold.checking') : t('money:hold.until', ahead(until))} />
      </p>
      <p>{t('money:hold.text')}</p>
      {children}
    </Notice>
  );
}
