import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from './icon.tsx';

export interface AlertProps {
  title: string;
  children?: ReactNode;
  /** What support needs to find the case. */
  reference?: string | undefined;
  /** The ways on, as buttons. */
  actions?: ReactNode;
  kind?: 'error' | 'warning';
}

const looks = { error: 'tint-error text-error', warning: 'tint-warning text-warning' } as const;

/** Says at once, also to a screen reader, that something failed, and offers the ways on. */
export function Alert({ title, children, reference, actions, kind = 'error' }: AlertProps) {
  const { t } = useTranslation();
  return (
    <div role="alert" className={`flex gap-3 rounded-field p-4 ${looks[kind]}`}>
      <Icon name="alert" className="mt-0.5 size-5" />
      <div className="flex min-w-0 grow flex-col gap-1">
        <p className="font-semibold">{title}</p>
        {children && <div className="text-sm whitespace-pre-line text-base-content">{children}</div>}
        {reference && <p className="text-sm break-all text-muted">{t('support.reference', { reference })}</p>}
        {actions && <div className="mt-2 flex flex-wrap gap-2 text-base-content">{actions}</div>}
      </div>
    </div>
  );
}
