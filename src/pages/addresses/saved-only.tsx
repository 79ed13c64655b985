import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { components } from '#openapi/api.gen.d.ts';
import { paths } from '#src/paths.ts';
import { useAhead } from '#src/flow/use-ahead.ts';
import { WholeWords } from '#src/ui/whole-words.tsx';

/** Whether withdrawals go only to these addresses, and until when. */
export function SavedOnly({ limit: { state, offAt } }: { readonly limit: components['schemas']['AllowList'] }) {
  const { t } = useTranslation('addresses');
  const ahead = useAhead();
  return (
    <p className="flex flex-wrap items-center gap-x-3 text-sm">
      <span>
        <WholeWords
          text={
            offAt === null
              ? t(state === 'off' ? 'savedOnly.any' : 'savedOnly.only')
              : t('savedOnly.until', ahead(offAt))
          }
        />
      </span>
      <Link to={paths.allowList} className="text-link inline-flex min-h-11 items-center">
        {t('savedOnly.setting')}
      </Link>
    </p>
  );
}
