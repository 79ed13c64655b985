import { useEffect, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

/** The one `h1` of a page, which also names the browser tab. */
export function PageHeading({ title, tab = title, note }: { title: string; tab?: string; note?: ReactNode }) {
  const { t } = useTranslation();
  const whole = t('tab', { page: tab });
  useEffect(() => {
    document.title = whole;
  }, [whole]);
  return (
    <header>
      <h1 className="text-3xl leading-tight font-semibold tracking-tight">{title}</h1>
      {note && <p className="mt-2 text-muted">{note}</p>}
    </header>
  );
}
