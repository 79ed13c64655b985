import { useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { MemberIcon } from '#src/ui/member-icon.tsx';
import { HISTORY_GROUPS, historyAddress, USUAL_KINDS, type HistoryKind } from './kinds.ts';

/**
 * The histories of SRC §2 as presets of one list: those that are looked for most in one line, the others below it in
 * groups once they are asked for. On a phone the line scrolls to the current one, which is in it whichever it is, and
 * fades where it goes on out of sight.
 */
export function PresetLinks({ current }: { readonly current: HistoryKind | null }) {
  const { t } = useTranslation(['history', 'nav']);
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const line = useRef<HTMLUListElement>(null);
  useEffect(() => {
    const chosen = line.current?.querySelector<HTMLElement>('[aria-current]');
    if (line.current !== null && chosen !== null && chosen !== undefined)
      line.current.scrollLeft = chosen.offsetLeft - line.current.clientWidth / 2 + chosen.offsetWidth / 2;
  }, [current]);
  const shown = current === null || USUAL_KINDS.includes(current) ? USUAL_KINDS : [...USUAL_KINDS, current];
  const linkTo = (kind: HistoryKind) => (
    <li key={kind} className="shrink-0">
      <Link to={historyAddress(kind)} className="chip" aria-current={kind === current ? 'page' : undefined}>
        {kind === 'all' ? t('everything') : t(`kind.${kind}.title`)}
      </Link>
    </li>
  );
  return (
    <nav aria-label={t('presets')} className="-my-1 flex flex-col gap-1 print:hidden">
      <div className="flex items-center gap-1">
        <div className="fading-line">
          <ul
            ref={line}
            // A link that is seen in part is not scrolled to by the browser. A document that is never drawn can't.
            onFocus={({ target }) =>
              'scrollIntoView' in target && target.scrollIntoView({ inline: 'center', block: 'nearest' })
            }
            className="relative flex gap-2 overflow-x-auto p-1"
          >
            {shown.map(linkTo)}
          </ul>
        </div>
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={isOpen ? id : undefined}
          onClick={() => setOpen(!isOpen)}
          className="tool shrink-0 px-2 text-sm"
        >
          {t('presetsMore')}
          <MemberIcon name="next" className={`size-4 ${isOpen ? '-rotate-90' : 'rotate-90'}`} />
        </button>
      </div>
      {isOpen && (
        <div id={id} className="flex flex-col gap-2 p-1">
          {HISTORY_GROUPS.flatMap(({ name, kinds }) => {
            const others = kinds.filter((kind) => !shown.includes(kind));
            if (name === 'everything' || others.length === 0) return [];
            return (
              <div key={name}>
                <p id={`${id}${name}`} className="mb-1 text-sm text-muted">
                  {t(`nav:${name}`)}
                </p>
                <ul aria-labelledby={`${id}${name}`} className="flex flex-wrap gap-2">
                  {others.map(linkTo)}
                </ul>
              </div>
            );
          })}
        </div>
      )}
    </nav>
  );
}
