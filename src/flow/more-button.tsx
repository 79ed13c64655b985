import { useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, type ButtonKind } from '#src/ui/button.tsx';
import { isUnfocused } from '#src/ui/landing.ts';
import type { Pages } from '#src/reads/use-pages.ts';

interface MoreButtonProps {
  readonly pages: Pick<Pages<unknown>, 'more' | 'problem' | 'state' | 'readOn'>;
  /** Its label. */
  readonly label: string;
  /** Its label while the next page is loading. */
  readonly loading?: string;
  readonly kind?: ButtonKind;
  readonly className?: string;
}

/**
 * Loads the next page of a list. Renders no button if there is none, nor if loading failed, which is told with a retry.
 * The last page takes the button away: whoever pressed it stays at the end of the list, on a line that says so, and is
 * not led back to the heading above all rows.
 */
export function MoreButton({ pages, label, loading = label, kind = 'secondary', className = '' }: MoreButtonProps) {
  const { more, problem, state, readOn } = pages;
  const { t } = useTranslation();
  const end = useRef<HTMLParagraphElement>(null);
  const [isPressed, setPressed] = useState(false);
  const isEnd = isPressed && !more && problem === null;
  useLayoutEffect(() => {
    if (isEnd && isUnfocused()) end.current?.focus({ preventScroll: true });
  }, [isEnd]);
  if (isEnd) {
    return (
      <p ref={end} tabIndex={-1} className="sr-only">
        {t('allShown')}
      </p>
    );
  }
  if (!more || problem !== null) return null;
  const press = (): void => {
    setPressed(true);
    readOn();
  };
  return (
    <div>
      <Button kind={kind} busy={state === 'loading'} onClick={press} className={className}>
        {state === 'loading' ? loading : label}
      </Button>
    </div>
  );
}
