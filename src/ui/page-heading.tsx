import { useEffect, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

/** The one `h1` of a page, which also names the browser tab; `shown` if parts of it are drawn in their own way. */
export function PageHeading({
  title,
  shown = title,
  tab = title,
  note,
}: {
  title: string;
  shown?: ReactNode;
  tab?: string;
  note?: ReactNode;
}) {
  const { t } = useTranslation();
  const whole = t('tab', { page: tab });
  useEffect(() => {
    document.title = whole;
  }, [whole]);
  return (
    <header>
      <h1 className="text-3xl leading-tight font-semibold tracking-tight">{shown}</h1>
      {note && <p className="mt-2 text-muted">{note}</p>}
    </header>
  );
}
