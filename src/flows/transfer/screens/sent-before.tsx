import { useTranslation } from 'react-i18next';
import type { Recipient } from '#machines/transfer/transfer.types.ts';
import { formatDate } from '#src/i18n/format.ts';
import { isolated } from '#src/i18n/isolated.ts';
import { Notice } from '#src/ui/notice.tsx';
import { WholeWords } from '#src/ui/whole-words.tsx';

/**
 * Whether the sender has paid this member before: a name that looks right but was never paid is worth a second look.
 */
export function SentBefore({ recipient: { transfersSent, lastSentAt } }: { readonly recipient: Recipient }) {
  const { t } = useTranslation('transfer');
  if (lastSentAt === null) return <>{t('before.never')}</>;
  return <WholeWords text={t('before.sent', { count: transfersSent, date: formatDate(lastSentAt) })} />;
}

/** That a new recipient can be taken for a member who was paid before, if they can: on every step until it is sent. */
export function Alike({ recipient: { resembles } }: { readonly recipient: Recipient }) {
  const { t } = useTranslation('transfer');
  if (resembles === null) return null;
  const { name, username, lastSentAt } = resembles;
  return (
    <Notice kind="warning" title={t('alike.title')}>
      <WholeWords text={t('alike.text', { name: isolated(name), username, date: formatDate(lastSentAt) })} />
    </Notice>
  );
}
