import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { paths } from '#src/paths.ts';

/** Links to the public texts, at the end of every public page. */
export function LegalLinks() {
  const { t } = useTranslation();
  return (
    <nav aria-label={t('legal.label')} className="mb-3 flex flex-wrap gap-x-4 text-sm">
      <Link to={paths.terms} className="text-link flex min-h-11 items-center">
        {t('legal.terms')}
      </Link>
      <Link to={paths.privacy} className="text-link flex min-h-11 items-center">
        {t('legal.privacy')}
      </Link>
      <Link to={paths.risk} className="text-link flex min-h-11 items-center">
        {t('legal.risk')}
      </Link>
    </nav>
  );
}
