import { useTranslation } from 'react-i18next';
import type { Recipient } from '#machines/transfer/transfer.types.ts';
import { formatDate } from '#src/i18n/format.ts';

const letters = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** "MN" for "Mei N.": the first letters of the first and the last word. */
function initialsOf(name: string): string {
  const words = name.split(/\s+/u).filter((word) => word !== '');
  const ends = words.length > 1 ? [words[0], words.at(-1)] : words.slice(0, 1);
  return ends
    .map((word = '') => [...letters.segment(word)][0]?.segment ?? '')
    .join('')
    .toUpperCase();
}

/** The recipient: initials, name and username. */
export function RecipientName({ recipient: { name, username } }: { readonly recipient: Recipient }) {
  return (
    <span className="inline-flex items-center gap-3 text-left">
      <span
        translate="no"
        aria-hidden="true"
        className="grid size-11 shrink-0 place-items-center rounded-full bg-night text-sm font-semibold text-on-night"
      >
        {initialsOf(name)}
      </span>
      <span translate="no" className="min-w-0 wrap-anywhere">
        <span className="block font-semibold">{name}</span>
        <span className="block text-sm font-normal text-muted">@{username}</span>
      </span>
    </span>
  );
}

/**
 * Whether the sender has paid this member before: a name that looks right but was never paid is worth a second look.
 */
export function SentBefore({ recipient: { transfersSent, lastSentAt } }: { readonly recipient: Recipient }) {
  const { t } = useTranslation('transfer');
  if (lastSentAt === null) return <>{t('before.never')}</>;
  return <>{t('before.sent', { count: transfersSent, date: formatDate(lastSentAt) })}</>;
}
