import type { LoadArea } from './create-i18n.ts';

const files = import.meta.glob<object>(['../../locales/*/*.json', '!../../locales/*/{mail,validation}.json'], { import: 'default' });

/** Fetches an area's texts as a file of the build; the server's own areas (mail, validation) never reach the browser. */
export const loadArea: LoadArea = (culture, area) => {
  const file = files[`../../locales/${culture}/${area}.json`];
  return file ? file() : Promise.reject(new Error(`No texts for ${area} in ${culture}`));
};
