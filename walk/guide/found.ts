// The guide's findings, as a tester would describe them: what was expected, and what the app shows instead.
import type { Page } from 'playwright-core';
import { controlName } from '#machines/chart/cases.ts';
import { inWords } from '#machines/graph/words.ts';
import { ScreenDiffers } from '#walk/browser/expect.ts';
import type { FlowEdge } from '#walk/paths/expand.ts';
import { flowOf, graphOf } from '#walk/paths/flows.ts';
import type { Culture } from '#walk/paths/report.ts';
import { expectedAt, type Expected } from '#walk/script/script.ts';
import { seenInWords } from '#walk/script/formats.ts';
import { wordsIn } from '#walk/script/languages/languages.ts';
import { guideWordsIn } from './languages/languages.ts';
import { shownText } from '#walk/paths/texts.ts';

/** What the app shows, for readers who know nothing about charts. */
export interface Shows {
  /** The page's heading; null if it has none. */
  readonly heading: string | null;
  readonly address: string;
  /** The first line of each message. */
  readonly messages: readonly string[];
  readonly waits: boolean;
}

/** A finding: in plain words, and in the chart's terms. */
export interface Finding {
  readonly found: string;
  readonly details: string;
}

/** How long reading the page may take. */
const ANSWER_MS = 2000;

/** Reads the page; null if it is gone or does not answer. */
export async function showsNow(page: Page): Promise<Shows | null> {
  const nothing = new Promise<null>((resolve) => setTimeout(() => resolve(null), ANSWER_MS));
  return Promise.race([look(page), nothing]);
}

function look(page: Page): Promise<Shows | null> {
  return page
    .evaluate(() => {
      const visible = (selector: string): HTMLElement[] =>
        [...document.querySelectorAll<HTMLElement>(selector)].filter((each) => each.checkVisibility());
      const firstLine = ({ innerText }: HTMLElement): string => innerText.trim().split('\n')[0] ?? '';
      return {
        heading: visible('main h1').map(firstLine)[0] ?? null,
        address: location.pathname + location.search,
        messages: visible('[role="alert"]')
          .map(firstLine)
          .filter((text) => text !== ''),
        waits: visible('[data-flow][aria-busy="true"]').length > 0,
      };
    })
    .catch(() => null);
}

/** Describes what was expected of a step and what the app shows; `error` says what the driver waited for. */
export function finding(
  { flow, edge }: FlowEdge,
  { shows, error, culture }: { readonly shows: Shows | null; readonly error: unknown; readonly culture: Culture },
): Finding {
  const details = (error as Error).message;
  const expected = expectedAt(graphOf(flowOf(flow)), edge.to, culture);
  const { finds } = guideWordsIn(culture);
  const wanted = seenInWords(expected, culture);
  if (shows === null) return { found: [finds.expected(wanted), finds.noAnswer].join(finds.gap), details };
  const seen = seenInWords(asExpected(shows, expected), culture);
  const differences =
    error instanceof ScreenDiffers ? differencesIn(error, flow, { screen: expected.screen ?? '', culture }) : [];
  const isSame = seen === wanted;
  return {
    found: [finds.expected(wanted), isSame ? finds.different : finds.shows(seen), ...differences].join(finds.gap),
    details,
  };
}

/**
 * What is visible, in the form of an expectation. A URL that the chart does not specify is included only if the screen
 * differs.
 */
function asExpected({ heading, address, messages, waits }: Shows, { title, route }: Expected): Expected {
  const isElsewhere = heading !== title || (route !== null && route !== '*');
  return {
    state: '',
    screen: null,
    ended: null,
    title: heading ?? '',
    route: isElsewhere ? plainAddress(address) : null,
    message: messages.length === 0 ? null : messages.join('", "'),
    waits,
  };
}

/** Path and step; other parameters come from a link. */
function plainAddress(address: string): string {
  const { pathname, searchParams } = new URL(address, 'http://localhost');
  const step = searchParams.get('step');
  return step === null ? pathname : `${pathname}?step=${step}`;
}

/** The differences of a screen besides its heading, its URL and its message. */
function differencesIn(
  { seen, expected }: ScreenDiffers,
  flow: string,
  words: { readonly screen: string; readonly culture: Culture },
): readonly string[] {
  const { finds } = guideWordsIn(words.culture);
  const named = (events: readonly string[]): string =>
    finds.labels(events.map((event) => controlIn(flow, event, words)));
  const missing = expected.controls.filter((event) => !seen.controls.includes(event));
  const unexpected = seen.controls.filter((event) => !expected.controls.includes(event));
  return [
    ...(missing.length === 0 ? [] : [finds.missing(named(missing))]),
    ...(unexpected.length === 0 ? [] : [finds.unexpected(named(unexpected))]),
    ...(seen.busy === expected.busy ? [] : [seen.busy ? finds.waits : finds.shouldWait]),
    ...(seen.alert === expected.alert ? [] : [seen.alert ? finds.message : finds.noMessage]),
    ...(seen.rawKeys.length === 0 ? [] : [finds.noTexts(seen.rawKeys.join(', '))]),
  ];
}

function controlIn(
  flow: string,
  event: string,
  { screen, culture }: { readonly screen: string; readonly culture: Culture },
): string {
  const key = controlName(flowOf(flow).controls[event], screen);
  if (key !== null) return shownText(key, culture);
  return wordsIn(culture).names?.event(event) ?? inWords(event);
}
