import { useTranslation } from 'react-i18next';

/**
 * The member's position in a flow of several steps. `current` counts from 0. A phone shows only the current step's
 * name.
 */
export function StepIndicator({ label, steps, current }: { label: string; steps: readonly string[]; current: number }) {
  const { t } = useTranslation();
  return (
    <nav aria-label={label}>
      <ol className="flex gap-2">
        {steps.map((step, index) => (
          <li key={step} aria-current={index === current ? 'step' : undefined} className="min-w-0 grow basis-0">
            <span aria-hidden="true" className={`step-bar ${index <= current ? 'step-bar-done' : ''}`} />
            <span className={`mt-2 block text-sm max-sm:sr-only ${index === current ? 'font-semibold' : 'text-muted'}`}>
              {t('step', { number: index + 1, step })}
            </span>
          </li>
        ))}
      </ol>
      <p aria-hidden="true" className="step-name mt-2 text-sm font-semibold sm:hidden">
        {t('stepOf', { number: current + 1, steps: steps.length, step: steps[current] })}
      </p>
    </nav>
  );
}
