import { createContext, useContext } from 'react';

export const SupportEmailContext = createContext<string | null>(null);

/** The address of support. Throws outside `SupportEmailContext`, which is a bug in the composition of the app. */
export function useSupportEmail(): string {
  const email = useContext(SupportEmailContext);
  if (email === null) throw new Error('There is no address of support.');
  return email;
}
