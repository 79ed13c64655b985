import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router-dom';
import { paths } from '#src/paths.ts';

/** To the answers that need no session: nobody who is locked out may be left with members' pages alone (D-30). */
export function HelpLink() {
  const { t } = useTranslation();
  // On that page it would lead to itself.
  if (useLocation().pathname === paths.help) return null;
  return (
    <p className="text-sm">
      <Link to={paths.help} className="text-link inline-flex min-h-11 items-center">
        {t('helpLink')}
      </Link>
    </p>
  );
}
