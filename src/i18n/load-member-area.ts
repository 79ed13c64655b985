import type { LoadArea } from './create-i18n.ts';

const files = import.meta.glob<object>(
  [
    '../../locales/*/*.json',
    '!../../locales/*/{mail,validation}.json',
    '!../../locales/*/{common,problems,sign-in,challenge,sign-up,mail-code,new-password,requests,forgot,password-recovery,username-recovery,account-thaw,maintenance,contents,not-found}.json',
  ],
  { import: 'default' },
);

/** Fetches the texts of an area that only members see; the server's own areas (mail, validation) never reach the browser. */
export const loadMemberArea: LoadArea = (culture, area) => {
  const file = files[`../../locales/${culture}/${area}.json`];
  return file ? file() : Promise.reject(new Error(`No texts for ${area} in ${culture}`));
};
