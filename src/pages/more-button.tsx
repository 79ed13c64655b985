import { Button } from '#src/ui/button.tsx';
import type { Pages } from '#src/reads/use-pages.ts';

interface MoreButtonProps {
  readonly pages: Pick<Pages<unknown>, 'more' | 'problem' | 'state' | 'readOn'>;
  /** What it says. */
  readonly label: string;
  /** What it says while the next page is read. */
  readonly loading: string;
}

/**
 * Reads the next page of a list; nothing where there is none, or where a failed one is told with a way to try again.
 */
export function MoreButton({ pages: { more, problem, state, readOn }, label, loading }: MoreButtonProps) {
  if (!more || problem !== null) return null;
  return (
    <div>
      <Button kind="secondary" busy={state === 'loading'} onClick={readOn}>
        {state === 'loading' ? loading : label}
      </Button>
    </div>
  );
}
