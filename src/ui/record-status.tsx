import { useTranslation } from 'react-i18next';
import type { components } from '#openapi/api.gen.d.ts';

type Status = components['schemas']['RecordStatus'];

const looks: Record<Status, string> = {
  awaitingPayment: 'tint-warning',
  inProcess: 'tint-info',
  approved: 'tint-info',
  completed: 'tint-success',
  done: 'tint-success',
  notApproved: 'tint-error',
  cancel: 'bg-base-200',
  returned: 'bg-base-200',
};

/** The status of a deposit or a withdrawal, in the words of SRC §4. */
export function RecordStatus({ status }: { readonly status: Status }) {
  const { t } = useTranslation('money');
  return <span className={`status-pill ${looks[status]}`}>{t(`status.${status}`)}</span>;
}
