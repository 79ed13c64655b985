import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { components } from '#openapi/api.gen.d.ts';
import { formatDateTime } from '#src/i18n/format.ts';
import { formatAhead } from '#src/i18n/spans.ts';
import { useCulture } from '#src/i18n/use-culture.ts';
import { paths } from '#src/paths.ts';
import { useServices } from '#src/services/services.ts';

/** Whether withdrawals go only to these addresses, and until when. */
export function SavedOnly({ limit: { state, offAt } }: { readonly limit: components['schemas']['AllowList'] }) {
  const { t } = useTranslation('addresses');
  const { now } = useServices();
  const culture = useCulture();
  return (
    <p className="flex flex-wrap items-center gap-x-3 text-sm">
      <span>
        {offAt === null
          ? t(state === 'off' ? 'savedOnly.any' : 'savedOnly.only')
          : t('savedOnly.until', { moment: formatDateTime(offAt), relative: formatAhead(offAt, now(), culture) })}
      </span>
      <Link to={paths.allowList} className="text-link inline-flex min-h-11 items-center">
        {t('savedOnly.setting')}
      </Link>
    </p>
  );
}
