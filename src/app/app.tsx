import type { i18n as I18n } from 'i18next';
import { useEffect, type ComponentType, type ReactNode } from 'react';
import { I18nextProvider } from 'react-i18next';
import { keepCulture } from '#src/i18n/keep-culture.ts';
import { AppRoutes } from './routes.tsx';
import { TakenMailToken } from '#src/session/mail-token.tsx';
import type { SessionActor } from '#src/session/session.actor.ts';
import { SessionProvider } from '#src/session/session.provider.tsx';
import { ServicesContext, type Services } from '#src/services/services.ts';
import { keepFocus } from '#src/ui/landing.ts';
import { keepOnePress } from '#src/ui/one-press.ts';
import { keepTheme } from '#src/ui/theme.ts';
import { SupportEmailContext } from '#src/ui/support-email.ts';
import { ToastProvider } from '#src/ui/toast.tsx';

export interface AppProps {
  services: Services;
  /** The session of these services, which may have been started. */
  session: SessionActor;
  i18n: I18n;
  /** `BrowserRouter` in the browser; a test and the prerender pass their own. */
  Router: ComponentType<{ children: ReactNode }>;
}

/** The whole app, for the given services. */
export function App(props: AppProps) {
  const { services, i18n } = props;
  const { storage } = services;
  useEffect(() => keepCulture(i18n, storage, window), [i18n, storage]);
  useEffect(() => keepTheme(storage, window), [storage]);
  useEffect(keepFocus, []);
  useEffect(keepOnePress, []);
  return (
    <Providers {...props}>
      <TakenMailToken>
        <AppRoutes />
      </TakenMailToken>
    </Providers>
  );
}

/** What every part of the app may ask for. */
export function Providers({ services, session, i18n, Router, children }: AppProps & { readonly children: ReactNode }) {
  return (
    <ServicesContext value={services}>
      <SupportEmailContext value={services.supportEmail}>
        <I18nextProvider i18n={i18n}>
          <Router>
            <ToastProvider>
              <SessionProvider actor={session}>{children}</SessionProvider>
            </ToastProvider>
          </Router>
        </I18nextProvider>
      </SupportEmailContext>
    </ServicesContext>
  );
}
