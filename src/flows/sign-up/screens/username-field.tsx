import { useField, useFormikContext } from 'formik';
import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { usernameForm } from '#machines/sign-up/sign-up.rules.ts';
import { useServices, type Services } from '#src/services/services.ts';
import { useFieldError } from '#src/ui/use-field-error.ts';
import { TextField } from '#src/ui/text-field.tsx';

/** How long the typing must pause before the server is asked, in milliseconds. */
const RESTS_MS = 400;

/** How long the form waits for the server's answer before it continues without it, in milliseconds. */
const WAITS_MS = 3_000;

/** What is known about typed usernames: whether a member has them. Kept by the form, whose validation reads it. */
export type KnownNames = Map<string, boolean>;

/** Whether a member has a name, noted in `names`; null if the server doesn't say. */
async function lookUp(
  api: Services['api'],
  names: KnownNames,
  username: string,
  signal: AbortSignal,
): Promise<boolean | null> {
  const { data } = await api.GET('/account/isExisted', { params: { query: { username } }, signal });
  if (typeof data?.existed !== 'boolean') return null;
  names.set(username, data.existed);
  return data.existed;
}

/**
 * Checks whether a name is taken when the form is sent before the typing has paused, so that the review is not reached
 * with a taken name. Null if the server has not answered in time.
 */
export function useTaken(names: KnownNames): (username: string) => Promise<boolean | null> {
  const { api } = useServices();
  return async (username) => {
    const known = names.get(username);
    if (known !== undefined) return known;
    return lookUp(api, names, username, AbortSignal.timeout(WAITS_MS)).catch(() => null);
  };
}

/**
 * The username, with a live check whether somebody already has it (SRC §5). The server's answers are noted in `known`,
 * so that a taken name is refused; if the server can't answer, nothing is shown and nobody is blocked.
 */
export function UsernameField({ name, known }: { readonly name: string; readonly known: KnownNames }) {
  const { t } = useTranslation(['sign-up', 'problems']);
  const [{ value }] = useField<string>(name);
  const { least, most } = usernameForm;
  const existed = useExisted(value.trim(), known);
  const { validateForm } = useFormikContext();
  // The form's validation reads what is known, so it must run again when more is known. Formik creates its functions
  // with every render.
  const learned = useEffectEvent(() => void validateForm());
  useEffect(() => {
    if (existed !== null) learned();
  }, [existed]);
  const isRefused = useFieldError(name) !== undefined;
  return (
    <div className="flex flex-col gap-1.5">
      <TextField
        name={name}
        label={t('username.label')}
        hint={t('username.hint', { least, most })}
        autoComplete="username"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
      />
      <p aria-live="polite" className={`text-sm font-medium ${existed === true ? 'text-warning' : 'text-success'}`}>
        {existed === true && !isRefused && t('problems:username_taken')}
        {existed === false && t('username.free')}
      </p>
    </div>
  );
}

/** Whether a member has the name; null while that is unknown. */
function useExisted(username: string, names: KnownNames): boolean | null {
  const { api } = useServices();
  const [known, setKnown] = useState<{ readonly username: string; readonly existed: boolean } | null>(null);
  useEffect(() => {
    if (!isWellFormed(username)) return;
    const asking = new AbortController();
    const ask = async () => {
      const existed = await lookUp(api, names, username, asking.signal);
      if (existed !== null) setKnown({ username, existed });
    };
    const timer = setTimeout(() => void ask().catch(() => undefined), RESTS_MS);
    return () => {
      clearTimeout(timer);
      asking.abort();
    };
  }, [api, names, username]);
  return known?.username === username ? known.existed : null;
}

/** Whether a name has the form that the contract requires. */
export function isWellFormed(username: string): boolean {
  return (
    username.length >= usernameForm.least && username.length <= usernameForm.most && usernameForm.pattern.test(username)
  );
}
