import { useStageWords } from './stage-words.ts';
import { WholeName } from './whole-name.tsx';

/** The name of a stage, by itself or behind its number. */
export function StageLabel({ stage, full = false }: { readonly stage: number; readonly full?: boolean }) {
  const words = useStageWords();
  return <WholeName text={full ? words.full(stage) : words.name(stage)} />;
}
