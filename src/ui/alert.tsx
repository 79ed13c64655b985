import { lazy, Suspense, type ComponentType, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { Icon } from './icon.tsx';
import { useRefusalPlace } from './refusal.tsx';

/** Loaded with the first reference, as the first page must be small. If that fails, there is only the text. */
const CopyButton = lazy<ComponentType<{ text: string; item: string }>>(() =>
  import('./copy-button.tsx').then(
    (module) => ({ default: module.CopyButton }),
    () => ({ default: () => null }),
  ),
);

/** The line of a narrow window has no room for a longer reference. */
const LONGEST = 20;

export interface AlertProps {
  title: string;
  children?: ReactNode;
  /** What support needs to find the case. */
  reference?: string | undefined;
  /** The ways forward, as buttons. */
  actions?: ReactNode;
  /** `info` if something ended as it should: nothing is wrong. */
  kind?: 'error' | 'warning' | 'info';
}

const looks = {
  error: 'tint-error text-error',
  warning: 'tint-warning text-warning',
  info: 'tint-info text-info',
} as const;

/**
 * Says at once, also to a screen reader, that something failed, and offers ways forward; for a refused field, directly
 * below it.
 */
export function Alert({ title, children, reference, actions, kind = 'error' }: AlertProps) {
  const { t } = useTranslation();
  const place = useRefusalPlace();
  const [before, after] = reference ? t('support.reference', { reference }).split(reference) : [];
  const message = (
    <div role="alert" tabIndex={-1} className={`flex gap-3 rounded-field p-4 ${looks[kind]}`}>
      <Icon name={kind === 'info' ? 'info' : 'alert'} className="mt-0.5 size-5" />
      <div className="flex min-w-0 grow flex-col gap-1">
        <p className="font-semibold">{title}</p>
        {children && <div className="text-sm whitespace-pre-line text-base-content">{children}</div>}
        {reference && (
          <div className="flex items-center justify-between gap-1 text-sm text-muted">
            <span className="wrap-anywhere">
              {before}
              <span className={reference.length > LONGEST ? '' : 'whitespace-nowrap'}>{reference}</span>
              {after}
            </span>
            <Suspense fallback={<span aria-busy="true" data-loading className="btn-sm min-h-11" />}>
              <CopyButton text={reference} item={reference} />
            </Suspense>
          </div>
        )}
        {actions && <div className="mt-2 flex flex-wrap gap-2 text-base-content">{actions}</div>}
      </div>
    </div>
  );
  if (place === 'over') return null;
  return place === null ? message : createPortal(message, place);
}
