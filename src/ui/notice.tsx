import type { ReactNode } from 'react';
import { Icon, type IconName } from './icon.tsx';

export interface NoticeProps {
  title?: ReactNode;
  children?: ReactNode;
  kind?: 'info' | 'success' | 'warning';
}

const looks: Record<NonNullable<NoticeProps['kind']>, { tint: string; icon: IconName }> = {
  info: { tint: 'tint-info text-info', icon: 'info' },
  success: { tint: 'tint-success text-success', icon: 'check' },
  warning: { tint: 'tint-warning text-warning', icon: 'alert' },
};

/** Useful information that does not interrupt. */
export function Notice({ title, children, kind = 'info' }: NoticeProps) {
  const { tint, icon } = looks[kind];
  return (
    <div role="status" className={`flex gap-3 rounded-field p-4 ${tint}`}>
      <Icon name={icon} className="mt-0.5 size-5" />
      <div className="flex min-w-0 grow flex-col gap-1">
        {title && <p className="font-semibold">{title}</p>}
        {children && <div className="text-sm text-base-content">{children}</div>}
      </div>
    </div>
  );
}
