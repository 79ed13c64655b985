import { Button } from '#src/ui/button.tsx';
import type { Pages } from '#src/reads/use-pages.ts';

interface MoreButtonProps {
  readonly pages: Pick<Pages<unknown>, 'more' | 'problem' | 'state' | 'readOn'>;
  /** Its label. */
  readonly label: string;
  /** Its label while the next page is loading. */
  readonly loading: string;
}

/** Loads the next page of a list. Renders nothing if there is none, and an error with a retry if loading failed. */
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
