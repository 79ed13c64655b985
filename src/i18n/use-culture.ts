import { useTranslation } from 'react-i18next';
import { DEFAULT_CULTURE, isCulture, type Culture } from './cultures.ts';

/** The language of the page. */
export function useCulture(): Culture {
  const { i18n } = useTranslation();
  return isCulture(i18n.language) ? i18n.language : DEFAULT_CULTURE;
}
