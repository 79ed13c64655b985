import { useTranslation } from 'react-i18next';

/** The mark of an address that is new in the address book. */
export function NewMark() {
  const { t } = useTranslation('withdrawal');
  return <span className="badge border-warning bg-transparent text-warning">{t('book.new')}</span>;
}
