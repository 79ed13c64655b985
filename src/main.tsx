import { startTransition, StrictMode, useEffect, type ReactNode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
import { App } from './app/app.tsx';
import { createI18n } from './i18n/create-i18n.ts';
import { DEFAULT_CULTURE, isCulture, type Culture } from './i18n/cultures.ts';
import { loadArea } from './i18n/load-area.ts';
import { isPath, paths } from './paths.ts';
import { preloadPage } from './app/routes.tsx';
import { pressAgain } from './app/pressed-meanwhile.ts';
import { noteSteps } from './app/steps-meanwhile.ts';
import type { Recorder } from './recorder/recorder.ts';
import { reportSignOuts } from './session/report-sign-outs.ts';
import { createSession } from './session/session.actor.ts';
import { settleCulture } from './session/mail-token.tsx';
import { createServices, type Environment } from './services/services.ts';
import { initialTexts, readShownTexts } from './shell/catalogue.ts';
import { browserEnvironment } from './shell/environment.ts';
import { nextTask } from './shell/next-task.ts';
import { PartUnloaded } from './ui/error-boundary.tsx';
import { captureEarlyValues } from './ui/typed-early.ts';

declare global {
  interface Window {
    perchRecorder?: Recorder;
  }
}

/** Calls use the language that the page shows, which the root element always has. */
function shownCulture(): Culture {
  const { lang } = document.documentElement;
  return isCulture(lang) ? lang : DEFAULT_CULTURE;
}

/**
 * The browser's entry point: creates the services, then hydrates the prerendered sign-in page or renders any other. It
 * runs in several tasks: in one, it would block a phone for a third of a second.
 */
async function start(root: HTMLElement): Promise<void> {
  const environment = browserEnvironment(window, shownCulture);
  const recorder = await wantedRecorder(environment);
  await nextTask();
  const services = createServices(recorder === null ? environment : { ...environment, recorder });
  reportSignOuts(services);
  const shown = readShownTexts(document);
  const wanted = settleCulture(services.storage, location, history);
  const asked = Promise.all([initialTexts(shown, wanted), preloadPage(location, services.session.isFresh())]);
  await nextTask();
  const session = createSession(services);
  // A later step of signing in has the same path with a query, and a different screen from the prerendered one.
  const prerendered =
    isPath(location.pathname, paths.signIn) && location.search === '' && root.dataset.prerendered !== undefined;
  // What was prerendered knows of no session.
  if (!prerendered) session.start();
  // A stored session is settled within this task, so that the first rendering is already the member's.
  await nextTask();
  const [texts, areas] = await asked;
  const i18n = createI18n({ ...texts, load: loadArea });
  await i18n.loadNamespaces(areas);
  document.documentElement.lang = texts.culture;

  const takeSteps = noteSteps(window);
  const onShown = () => {
    takeSteps();
    pressAgain(window);
  };
  const app = (
    <StrictMode>
      <Begins onShown={onShown}>
        <App services={services} session={session} i18n={i18n} Router={BrowserRouter} />
      </Begins>
    </StrictMode>
  );
  if (prerendered) captureEarlyValues(root);
  // The error boundary explains a part that can't be loaded; the console is for bugs in the app.
  const onCaughtError = (error: unknown): void => {
    if (!(error instanceof PartUnloaded)) reportError(error);
  };
  // In a transition, the first rendering is split into short tasks, so a press in the meantime does not wait.
  startTransition(() => {
    if (prerendered && texts === shown) hydrateRoot(root, app, { onCaughtError });
    else createRoot(root, { onCaughtError }).render(app);
  });
  const opener = window.opener as Window | null;
  if (import.meta.env.DEV && recorder !== null && opener !== null)
    void import('./recorder/live.ts').then(({ tellOpener }) => tellOpener(recorder, opener));
  if (recorder !== null)
    void import('./recorder/panel.tsx').then(({ showPanel }) => showPanel(window, { ...environment, recorder, i18n }));
}

/** Calls `onShown` once its children are there, with all that they do at their beginning. */
function Begins({ onShown, children }: { readonly onShown: () => void; readonly children: ReactNode }): ReactNode {
  useEffect(onShown, [onShown]);
  return children;
}

/**
 * The recorder, if a tester asked for it; only then is its code loaded. It is attached to the window, so that the log
 * can also be read from there.
 */
async function wantedRecorder({ local, now }: Environment): Promise<Recorder | null> {
  if (!import.meta.env.DEV && !/recorder=/.test(location.search) && local.getItem('perch.recorder') === null)
    return null;
  const { isRecorderWanted } = await import('./recorder/request.ts');
  if (!isRecorderWanted({ local, location, history, development: import.meta.env.DEV })) return null;
  const { createRecorder } = await import('./recorder/recorder.ts');
  return (window.perchRecorder = createRecorder(now));
}

const root = document.getElementById('app');
if (root === null) throw new Error('The page has no place for the app.');
void start(root);
