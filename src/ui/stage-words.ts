import { useTranslation } from 'react-i18next';
import type { components } from '#openapi/api.gen.d.ts';

/** The stages in the order of their numbers, which begin at 1 (SRC §3). */
const names: readonly components['schemas']['StageName'][] = [
  'bronze',
  'silver',
  'gold',
  'ruby',
  'sapphire',
  'emerald',
  'diamond',
  'custom',
];

export interface StageWords {
  /** "Silver". */
  readonly name: (stage: number) => string;
  /** "Stage 2 · Silver". */
  readonly full: (stage: number) => string;
}

/** The names of the stages in the language of the page. */
export function useStageWords(): StageWords {
  const { t } = useTranslation(['dashboard', 'money']);
  const name = (stage: number): string => {
    const known = names[stage - 1];
    return known === undefined ? String(stage) : t(`dashboard:stage.${known}`);
  };
  return { name, full: (stage) => t('money:stage', { stage, name: name(stage) }) };
}
