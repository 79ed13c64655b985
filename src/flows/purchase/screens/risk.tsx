import { useTranslation } from 'react-i18next';
import { CheckboxField } from '#src/ui/checkbox-field.tsx';
import { Notice } from '#src/ui/notice.tsx';
import type { OptionsProps } from './screen-props.ts';

/**
 * Risk, fee, lock-up and what can't be undone, shown before the press and acknowledged once for each version (D-24,
 * D-31).
 */
export function Risk({ options, busy }: OptionsProps & { readonly busy: boolean }) {
  const { t } = useTranslation('purchase');
  const { stakeDays, riskVersion, riskAcknowledged } = options;
  const points = [t('risk.loss'), t('risk.rate'), t('risk.lock', { count: stakeDays }), t('risk.fee'), t('risk.final')];
  return (
    <div className="flex flex-col gap-3">
      <Notice kind="warning" title={t('risk.title')}>
        <ul className="flex list-disc flex-col gap-1.5 pl-4">
          {points.map((point) => (
            <li key={point}>{point}</li>
          ))}
        </ul>
        <p className="mt-2 text-muted">{t('risk.version', { version: riskVersion })}</p>
      </Notice>
      {riskAcknowledged ? (
        <p className="text-sm text-muted">{t('risk.remembered')}</p>
      ) : (
        <CheckboxField name="acknowledged" label={t('risk.acknowledge')} disabled={busy} />
      )}
    </div>
  );
}
