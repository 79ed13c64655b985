import { useEffect, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

/** The one `h1` of a page, which also names the browser tab; `shown` if parts of it are drawn in their own way. */
export function PageHeading({
  title,
  shown = title,
  tab = title,
  short,
  note,
}: {
  title: string;
  shown?: ReactNode;
  tab?: string;
  /** What a phone's bar calls the page once this is out of sight, if the title is not its name. */
  short?: string;
  note?: ReactNode;
}) {
  const { t } = useTranslation();
  const whole = t('tab', { page: tab });
  useEffect(() => {
    document.title = whole;
  }, [whole]);
  return (
    <header>
      <h1 data-short={short} className="text-3xl leading-tight font-semibold tracking-tight">
        {shown}
      </h1>
      {note && <p className="mt-2 text-muted">{note}</p>}
    </header>
  );
}
