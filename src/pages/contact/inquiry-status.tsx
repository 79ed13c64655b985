import { useTranslation } from 'react-i18next';
import type { components } from '#openapi/api.gen.d.ts';

type Status = components['schemas']['InquiryStatus'];

const looks: Record<Status, string> = { open: 'tint-info', answered: 'tint-success', closed: 'bg-base-200' };

/** The status of an inquiry (L-04). */
export function InquiryStatus({ status }: { readonly status: Status }) {
  const { t } = useTranslation('contact');
  return <span className={`status-pill whitespace-nowrap ${looks[status]}`}>{t(`status.${status}`)}</span>;
}
