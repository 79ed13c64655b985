import { useTranslation } from 'react-i18next';
import { termsVersion } from '#machines/sign-up/sign-up.rules.ts';
import { paths } from '#src/paths.ts';
import { CheckboxField } from '#src/ui/checkbox-field.tsx';
import { Notice } from '#src/ui/notice.tsx';

const fullTexts = [
  { to: paths.terms, name: 'terms.full.terms' },
  { to: paths.privacy, name: 'terms.full.privacy' },
  { to: paths.risk, name: 'terms.full.risk' },
] as const;

/** The terms in short, what can't be undone in the open, and the consent to both (D-24, D-31). */
export function Terms({ name, disabled }: { readonly name: string; readonly disabled: boolean }) {
  const { t } = useTranslation('sign-up');
  const points = [t('terms.returns'), t('terms.locked'), t('terms.fees'), t('terms.seat'), t('terms.bonuses'), t('terms.payments'), t('terms.account')];
  return (
    <div className="flex flex-col gap-3">
      <Notice kind="warning">{t('terms.warning')}</Notice>
      <details className="panel group">
        <summary className="flex min-h-12 cursor-pointer items-center justify-between gap-3 rounded-box px-4 py-3">
          <span>
            <span className="block font-semibold">{t('terms.summary')}</span>
            <span className="block text-sm text-muted">{t('terms.version', { version: termsVersion })}</span>
          </span>
          <svg viewBox="0 0 24 24" fill="none" stroke="currentColor" strokeWidth="2" strokeLinecap="round" strokeLinejoin="round" aria-hidden="true" className="size-5 shrink-0 group-open:rotate-180">
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
          // In a tab of its own, so that nothing typed here is lost.
          <a key={to} href={to} target="_blank" rel="noreferrer" className="text-link">
            {t(text)}
          </a>
        ))}
      </p>
      <CheckboxField name={name} label={t('terms.agree')} disabled={disabled} />
    </div>
  );
}
