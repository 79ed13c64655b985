import { useTranslation } from 'react-i18next';
import type { Area, AreaTexts } from './areas.ts';

/** A text of any area by its full name, such as `deposit:title`; what stands deeper in its area's file is left out. */
export type TextKey = { [A in Area]: `${A}:${TextIn<AreaTexts[A]>}` }[Area];
type TextIn<TTexts> = { [K in keyof TTexts & string]: TTexts[K] extends string ? K : never }[keyof TTexts & string];

/** A text that is named elsewhere, as in the table of a flow's page. Its area has to be among those of the page. */
export function useText(key: TextKey): string {
  const { t } = useTranslation();
  // Each `t` is typed for the areas that it was made for. This key is one of another, and its own type has checked it.
  return t(key as 'wait.page');
}
