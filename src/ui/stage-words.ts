import { useTranslation } from 'react-i18next';
import { STAGE_NAMES } from '#openapi/stages.ts';

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
    const known = STAGE_NAMES[stage - 1];
    return known === undefined ? String(stage) : t(`dashboard:stage.${known}`);
  };
  return { name, full: (stage) => t('money:stage', { stage, name: name(stage) }) };
}
