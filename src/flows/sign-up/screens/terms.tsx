import { useField } from 'formik';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useContent } from '#src/reads/use-content.ts';
import { ReadFailed } from '#src/flow/read-failed.tsx';
import { paths } from '#src/paths.ts';
import { CheckboxField } from '#src/ui/checkbox-field.tsx';
import { Notice } from '#src/ui/notice.tsx';

const fullTexts = [
  { to: paths.terms, name: 'terms.full.terms' },
  { to: paths.privacy, name: 'terms.full.privacy' },
  { to: paths.risk, name: 'terms.full.risk' },
] as const;

interface TermsProps {
  readonly name: string;
  readonly disabled: boolean;
  /** The registration was refused: there may be newer terms. */
  readonly wasRefused: boolean;
  readonly onShown: (version: number) => void;
}

/** A summary of the terms, what can't be undone in plain view, and the consent to both (D-24, D-31). */
export function Terms({ name, disabled, wasRefused, onShown }: TermsProps) {
  const { t } = useTranslation('sign-up');
  const { result, retry, refresh } = useContent('terms');
  const version = result.state === 'ready' ? result.value.version : null;
  useAgreedTo(name, version, onShown);
  useEffect(() => {
    if (wasRefused) refresh();
  }, [wasRefused, refresh]);
  const points = [
    t('terms.returns'),
    t('terms.locked'),
    t('terms.fees'),
    t('terms.seat'),
    t('terms.bonuses'),
    t('terms.payments'),
    t('terms.account'),
  ];
  return (
    <div className="flex flex-col gap-3">
      <Notice kind="warning">{t('terms.warning')}</Notice>
      <details className="panel group">
        <summary className="flex min-h-12 cursor-pointer items-center justify-between gap-3 rounded-box px-4 py-3">
          <span>
            <span className="block font-semibold">{t('terms.summary')}</span>
            <span className="block text-sm text-muted">
              {version === null ? t('terms.loading') : t('terms.version', { version })}
            </span>
          </span>
          <svg
            viewBox="0 0 24 24"
            fill="none"
            stroke="currentColor"
            strokeWidth="2"
            strokeLinecap="round"
            strokeLinejoin="round"
            aria-hidden="true"
            className="size-5 shrink-0 group-open:rotate-180"
          >
            <path d="m5 9 7 7 7-7" />
          </svg>
        </summary>
        <ul className="flex list-disc flex-col gap-2 px-4 pb-4 pl-9 text-sm">
          {points.map((point) => (
            <li key={point}>{point}</li>
          ))}
        </ul>
      </details>
      <p className="flex flex-wrap gap-x-4 gap-y-1 text-sm">
        <span className="text-muted">{t('terms.full.label')}</span>
        {fullTexts.map(({ to, name: text }) => (
          // In a new tab, so that nothing typed here is lost.
          <a key={to} href={to} target="_blank" rel="noreferrer" className="text-link">
            {t(text)}
          </a>
        ))}
      </p>
      {result.state === 'failed' && <ReadFailed problem={result.problem} onRetry={retry} />}
      <CheckboxField name={name} label={t('terms.agree')} disabled={disabled} />
    </div>
  );
}

/** Reports which version is shown; consent to one version is withdrawn when another replaces it. */
function useAgreedTo(name: string, version: number | null, onShown: (version: number) => void): void {
  const [, , { setValue }] = useField<boolean>(name);
  const before = useRef<number | null>(null);
  useEffect(() => {
    if (version === null) return;
    onShown(version);
    if (before.current !== null && before.current !== version) void setValue(false);
    before.current = version;
  }, [version, onShown, setValue]);
}
