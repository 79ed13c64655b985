import type { LoadArea } from './create-i18n.ts';

const files = import.meta.glob<object>(
  '../../locales/*/{common,problems,sign-in,challenge,sign-up,mail-code,new-password,requests,forgot,password-recovery,username-recovery,account-thaw,maintenance,contents,not-found}.json',
  { import: 'default' },
);

/**
 * Fetches an area's texts as a file of the build. The first page carries the list of the areas that visitors may need;
 * the addresses of all others weigh more than a kilobyte there, and come with the members' routes.
 */
export const loadArea: LoadArea = async (culture, area) => {
  const file = files[`../../locales/${culture}/${area}.json`];
  return file ? file() : (await import('./load-member-area.ts')).loadMemberArea(culture, area);
};
