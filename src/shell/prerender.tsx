import { renderToString } from 'react-dom/server';
import { I18nextProvider } from 'react-i18next';
import { StaticRouter } from 'react-router-dom';
import { StrictMode, type ComponentType, type ReactNode } from 'react';
import { App, Providers } from '#src/app/app.tsx';
import { EVERYWHERE, IN_APP_PAGE, type Area, type Catalogue } from '#src/i18n/areas.ts';
import { createI18n } from '#src/i18n/create-i18n.ts';
import { CULTURES, DEFAULT_CULTURE, type Culture } from '#src/i18n/cultures.ts';
import { loadArea } from '#src/i18n/load-area.ts';
import { paths } from '#src/paths.ts';
import { memberPages } from '#src/app/member-routes.tsx';
import { preloadPage } from '#src/app/routes.tsx';
import { createSession } from '#src/session/session.actor.ts';
import { createServices, type Services } from '#src/services/services.ts';
import { MemberLayout } from '#src/ui/member-layout.tsx';
import { FrameSkeleton } from '#src/ui/skeleton.tsx';
import { Offline } from './offline.tsx';
import type { PageHead } from './plan.ts';
import { Splash } from './splash.tsx';

/** One page of the build, for one language. */
export interface Prerendered {
  name: 'signin' | 'app' | 'offline';
  culture: Culture;
  title: string;
  /** The content before the script has loaded. */
  markup: string;
  /** Whether the markup is the app's own, to be hydrated. */
  hydrates: boolean;
  catalogue: Catalogue;
  /** What a member sees instead of the markup. */
  frame?: string;
}

/** Stands in the pages for the address of support, which only the server that sends them knows. */
const SUPPORT_EMAIL_SLOT = 'support@prerender.invalid';

/** What the server must know of the app to answer its URLs. */
export const facts = {
  cultures: CULTURES,
  defaultCulture: DEFAULT_CULTURE,
  signIn: paths.signIn,
  paths: Object.values(paths),
  supportEmailSlot: SUPPORT_EMAIL_SLOT,
};

async function catalogueOf(culture: Culture, areas: readonly Area[]): Promise<Catalogue> {
  return Object.fromEntries(
    await Promise.all(areas.map(async (area) => [area, await loadArea(culture, area)] as const)),
  );
}

/** The services of a visitor without a session and without a network. */
function servicesIn(culture: Culture): Services {
  const nothing = { getItem: () => null, setItem: () => undefined, removeItem: () => undefined };
  return createServices({
    local: nothing,
    tab: nothing,
    channel: null,
    locks: null,
    origin: 'http://prerender.invalid',
    apiOrigins: [],
    supportEmail: SUPPORT_EMAIL_SLOT,
    culture: () => culture,
    now: () => 0,
    newId: () => 'prerender',
    fetch: () => Promise.reject(new Error('The prerender calls nobody.')),
  });
}

/** Renders the sign-in page for such a visitor. */
async function signInPage(culture: Culture): Promise<Prerendered> {
  const catalogue = await catalogueOf(culture, [...EVERYWHERE, 'sign-in', 'challenge']);
  const i18n = createI18n({ culture, catalogue, load: loadArea });
  const services = servicesIn(culture);
  const AtSignIn = ({ children }: { children: ReactNode }) => (
    <StaticRouter location={paths.signIn}>{children}</StaticRouter>
  );
  await preloadPage({ pathname: paths.signIn, search: '' }, false);
  const markup = renderToString(
    <StrictMode>
      <App services={services} session={createSession(services)} i18n={i18n} Router={AtSignIn} />
    </StrictMode>,
  );
  return {
    name: 'signin',
    culture,
    title: i18n.t('common:tab', { page: i18n.t('sign-in:title') }),
    markup,
    hydrates: true,
    catalogue,
  };
}

async function appPage(culture: Culture): Promise<Prerendered> {
  const catalogue = await catalogueOf(culture, IN_APP_PAGE);
  const i18n = createI18n({ culture, catalogue, load: loadArea });
  return {
    name: 'app',
    culture,
    title: 'Perch',
    markup: renderToString(<Splash waiting={i18n.t('wait.page')} />),
    frame: renderToString(
      <I18nextProvider i18n={i18n}>
        <StaticRouter location="/-">
          <MemberLayout name="" userName="" unread={0} notices={{ unread: 0, list: null }}>
            <FrameSkeleton what={i18n.t('wait.page')} />
          </MemberLayout>
        </StaticRouter>
      </I18nextProvider>,
      // What is closed shows nothing.
    ).replace(/<dialog.*?<\/dialog>/gs, ''),
    hydrates: false,
    catalogue,
  };
}

/** The offline screen; it contains no texts for the app, since none will load. */
async function offlinePage(culture: Culture): Promise<Prerendered> {
  const i18n = createI18n({ culture, catalogue: await catalogueOf(culture, [...EVERYWHERE, 'shell']), load: loadArea });
  const markup = renderToString(
    <I18nextProvider i18n={i18n}>
      <Offline supportEmail={SUPPORT_EMAIL_SLOT} />
    </I18nextProvider>,
  );
  return {
    name: 'offline',
    culture,
    title: i18n.t('common:tab', { page: i18n.t('shell:offline.title') }),
    markup,
    hydrates: false,
    catalogue: {},
  };
}

/** A page of members as the build must know it, to list its files. */
export interface PageSource {
  paths: readonly string[];
  /** Its module, as the bundler names it. */
  source: string;
  areas: readonly Area[];
  reads: readonly string[];
  /** What it is headed by while it loads, in each language. */
  heads: Readonly<Record<Culture, PageHead>>;
}

/** Every page of members that its path alone names. */
export async function pageSources(): Promise<PageSource[]> {
  const modules = Object.entries(import.meta.glob<object>('../{pages,flows}/**/*.{page,route}.tsx', { eager: true }));
  return Promise.all(
    memberPages
      .filter(({ when }) => when === undefined)
      .map(async ({ at, areas, page, reads = [] }) => {
        const component = await page.preload();
        const [file] = modules.find(([, module]) => Object.values(module).includes(component)) ?? [];
        if (file === undefined) throw new Error(`No file of a page has the page at ${at[0]}`);
        const heads = await Promise.all(
          CULTURES.map(async (culture) => [culture, await headOf(at[0] ?? '', culture, areas, page.Page)] as const),
        );
        return {
          paths: at,
          source: file.replace('..', 'src'),
          areas,
          reads,
          heads: Object.fromEntries(heads) as Record<Culture, PageHead>,
        };
      }),
  );
}

const HEAD = /<header><h1[^>]*>([^<]+)<\/h1>(?:<p[^>]*>([^<]+)<\/p>)?<\/header>/;
const TOOLS = /<div class="heading-tools">.*?<\/div>/s;
const TOOL = / class="tool[ "].*?<\/(?:a|button)>/gs;
/** A tool with its name, in widths of an icon: at least, so that the words are not narrower before it is there. */
const NAMED_WIDTH = 1.75;
const BESIDE = / class="beside-columns"/;
const FORM = / data-flow="[^>]* class="[^"]*max-w-2xl/;

/**
 * The heading of a page whose data aren't there, and the words below it; a page that begins in another way has none.
 */
async function headOf(at: string, culture: Culture, areas: readonly Area[], Page: ComponentType): Promise<PageHead> {
  const catalogue = await catalogueOf(culture, [...EVERYWHERE, ...areas]);
  const i18n = createI18n({ culture, catalogue, load: loadArea });
  const Here = ({ children }: { children: ReactNode }) => <StaticRouter location={at}>{children}</StaticRouter>;
  const services = servicesIn(culture);
  const whole = (
    <Providers services={services} session={createSession(services)} i18n={i18n} Router={Here}>
      <Page />
    </Providers>
  );
  const page = renderToString(whole);
  const [, title = null, note = null] = HEAD.exec(page) ?? [];
  return {
    title: plain(title),
    note: plain(note),
    tools: widthOf(TOOLS.exec(page)?.[0].match(TOOL) ?? []),
    column: BESIDE.test(page) ? 'beside' : FORM.test(page) ? 'form' : null,
  };
}

/** How many icons are as wide as these tools on a phone. */
const widthOf = (tools: readonly string[]): number =>
  tools.reduce((width, tool) => width + (tool.includes('max-sm:sr-only') ? 1 : NAMED_WIDTH), 0);

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'" };

/** The text of markup without elements. */
const plain = (markup: string | null): string | null =>
  markup?.replace(/&(amp|lt|gt|quot|#x27);/g, (_, name: string) => ENTITIES[name] ?? '') ?? null;

/** The description of the app for a device that installs it, in one language. */
export async function described(culture: Culture): Promise<{ lang: Culture; description: string }> {
  const i18n = createI18n({ culture, catalogue: await catalogueOf(culture, [...EVERYWHERE, 'shell']), load: loadArea });
  return { lang: culture, description: i18n.t('shell:description') };
}

/** Every HTML file of the build. */
export async function prerender(): Promise<Prerendered[]> {
  return (
    await Promise.all(
      CULTURES.map((culture) => Promise.all([signInPage(culture), appPage(culture), offlinePage(culture)])),
    )
  ).flat();
}
