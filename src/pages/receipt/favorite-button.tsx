import { useTranslation } from 'react-i18next';
import { Refusable } from '#src/flow/refusable.tsx';
import { useFavorite } from '#src/reads/use-favorite.ts';
import { Button } from '#src/ui/button.tsx';
import { MemberIcon } from '#src/ui/member-icon.tsx';

interface FavoriteButtonProps {
  /** The recipient's username. */
  readonly username: string;
  readonly favorite: boolean;
  readonly onChanged: (favorite: boolean) => void;
}

/** Keeps the recipient of a transfer at hand for the next one, or no longer. */
export function FavoriteButton({ username, favorite, onChanged }: FavoriteButtonProps) {
  const { t } = useTranslation('receipt');
  const { busy, problem, run } = useFavorite((now) => onChanged(now.favorite));
  return (
    <div className="mt-4 flex flex-col items-start gap-3 print:hidden">
      <Refusable problem={problem}>
        <Button kind="secondary" busy={busy !== null} onClick={() => run({ username, favorite: !favorite })}>
          <MemberIcon name="star" className={favorite ? 'size-5 fill-current' : 'size-5'} />
          {favorite ? t('favorite.remove') : t('favorite.save')}
        </Button>
      </Refusable>
    </div>
  );
}
