import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { historyAddress, KINDS, type HistoryKind } from './kinds.ts';

/** The histories of SRC §2 as presets of one list. On a phone they are one line, which scrolls to the current one. */
export function PresetLinks({ current }: { readonly current: HistoryKind | null }) {
  const { t } = useTranslation('history');
  const line = useRef<HTMLUListElement>(null);
  useEffect(() => {
    const chosen = line.current?.querySelector<HTMLElement>('[aria-current]');
    if (line.current !== null && chosen !== null && chosen !== undefined)
      line.current.scrollLeft = chosen.offsetLeft - line.current.clientWidth / 2 + chosen.offsetWidth / 2;
  }, [current]);
  return (
    <nav aria-label={t('presets')} className="print:hidden">
      <ul
        ref={line}
        // A link that is seen in part is not scrolled to by the browser.
        onFocus={({ target }) => target.scrollIntoView({ inline: 'center', block: 'nearest' })}
        className="relative flex gap-2 overflow-x-auto p-1 sm:flex-wrap"
      >
        {KINDS.map((kind) => (
          <li key={kind} className="shrink-0">
            <Link to={historyAddress(kind)} className="chip" aria-current={kind === current ? 'page' : undefined}>
              {t(`kind.${kind}.title`)}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
