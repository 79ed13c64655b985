// The atlas in each language: every kind of page, with real charts, and nothing of it left in English.
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { App } from '#atlas/app/app.tsx';
import { indexOf } from '#atlas/build/atlas.ts';
import type { BareChart } from '#atlas/build/flow-charts.ts';
import { boxesOf, NAME_OF_ANYWHERE, OTHERWISE } from '#atlas/diagram/boxes.ts';
import type { Drawing } from '#atlas/diagram/drawing.ts';
import { layOut } from '#atlas/diagram/layout.ts';
import { thumbOf } from '#atlas/diagram/thumb.ts';
import { links } from '#atlas/model/links.ts';
import { keyOf, type ChartModel, type Culture } from '#atlas/model/model.ts';
import { ATLAS_WORDS } from '#atlas/words/words.ts';
import { noVersion, versionOf } from '#machines/graph/compare.ts';
import { freshDocument } from '#walk/documents/documents.ts';
import { flowOf } from '#walk/paths/flows.ts';
import { chartOf, chartOfLifecycle, elk } from '../atlas/support.ts';
import { englishLeft } from '../locales/english-left.ts';

const AT = '2026-11-21T12:00:00Z';
const WALK = {
  rev: 'abc1234def',
  at: AT,
  commitsAgo: 3,
  changes: true,
  coverage: { walked: 9, of: 10, there: 1, left: 2 },
  screens: { walked: 9, of: 10, there: 1, left: 2 },
};

const charts: readonly BareChart[] = [
  chartOf('withdrawal'),
  chartOf('two-factor'),
  chartOf('session'),
  chartOfLifecycle('withdrawal'),
];
const facts = { at: AT, served: true, rev: 'abc1234def', changes: true, placed: charts };
const touch = { rev: 'abc1234def', at: AT, subject: 'withdrawals: a change' };
const data: Record<string, unknown> = {
  '(facts)': facts,
  '(index)': indexOf({
    ...facts,
    charts,
    touches: { withdrawal: [touch] },
    runs: [['withdrawal', { name: 'browser', at: AT, states: {}, transitions: {} }]],
    walked: { screens: [WALK], coverage: { ...WALK, rev: 'fed4321' }, refused: [] },
  }),
};
/** A state with a screenshot. */
const PICTURED = chartOf('two-factor').states.find(({ seen }) => seen !== null)?.path ?? '';
/** Names of the charts, which every language keeps. */
const names: string[] = [];

/** A data file registers itself when its script has run; jsdom runs none. */
const append = HTMLHeadElement.prototype.append;
beforeAll(async () => {
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe(): void {}
      disconnect(): void {}
    },
  );
  vi.stubGlobal('matchMedia', () => ({ matches: false }));
  Element.prototype.scrollIntoView = () => {};
  Element.prototype.scrollTo = () => {};
  Element.prototype.scrollBy = () => {};
  globalThis.ELK = elk().constructor as typeof globalThis.ELK;
  HTMLHeadElement.prototype.append = function (...nodes: (Node | string)[]) {
    const [script] = nodes;
    if (!(script instanceof HTMLScriptElement)) return append.apply(this, nodes);
    const key = /data\/(.+)\.js$/.exec(script.src)?.[1] ?? '';
    queueMicrotask(() => {
      const isThere = key === '' || ['facts', 'index'].includes(key) || key in data;
      if (isThere) script.onload?.(new Event('load'));
      else script.onerror?.(new Event('error'));
    });
  };
  for (const chart of charts) {
    const key = keyOf(chart);
    const drawing: Drawing = await layOut(
      elk(),
      boxesOf({
        ...chart,
        titleOf: ({ path }) => chart.states.find((state) => state.path === path)?.titleText?.[0] ?? null,
      }),
    );
    const model: ChartModel = {
      ...chart,
      drawing,
      touches: [touch],
      coverage: [{ name: 'browser', at: AT, states: {}, transitions: {} }],
      notes: {},
      screens: key === 'two-factor' ? { [`${PICTURED}/en-US/phone`]: 'screens/one.webp' } : {},
      walked: key === 'two-factor' ? WALK : null,
    };
    data[key] = model;
    data[`${key}.thumb`] = thumbOf(drawing);
    data[`${key}.versions`] = {
      now: chart.kind === 'flow' ? versionOf(freshDocument(flowOf(chart.id))) : noVersion,
      kept: [{ ...touch, version: noVersion }],
    };
    names.push(...namesIn(model));
  }
  names.sort((a, b) => b.length - a.length);
  globalThis.atlasData = data;
});
afterAll(() => {
  HTMLHeadElement.prototype.append = append;
  globalThis.atlasData = undefined;
  vi.unstubAllGlobals();
});
afterEach(() => {
  window.location.hash = '';
  window.history.replaceState(null, '', '/');
  localStorage.clear();
});

/** What is code in a chart, as a diagram and the panels name it. */
function namesIn({ id, states, transitions, drawing, calls, paths, starts, children }: ChartModel): readonly string[] {
  const drawn = drawing.boxes
    .flatMap(({ name, rows, facts: own }) => [
      name,
      ...rows.flat().map(({ text }) => text),
      ...own.filter((fact) => !fact.startsWith('“')),
    ])
    .concat(drawing.edges.flatMap(({ lines }) => lines.flat().map(({ text }) => text)));
  return [
    id,
    `lifecycle-${id}`,
    ...states.flatMap(({ path, seen, seenRoute, requirements }) => [
      path,
      ...path.split('.'),
      seen ?? '',
      seenRoute ?? '',
      ...requirements,
    ]),
    ...transitions.map((transition) => transition.id),
    ...calls.map((call) => call.id),
    ...paths.map((path) => path.id),
    ...starts,
    ...children,
    ...drawn.map((text) => text.trim()),
    ...states.flatMap(({ messages }) => messages.flatMap(({ code }) => code ?? [])),
  ].filter((name) => /[A-Za-z]/.test(name) && ![NAME_OF_ANYWHERE, OTHERWISE].includes(name));
}

/** What a page says in its own language: texts and labels, without what is marked as code or as another language. */
function saidOn(page: Element, culture: Culture): readonly string[] {
  const said: string[] = [];
  const look = (element: Element): void => {
    const lang = element.getAttribute('lang');
    if (['CODE', 'PRE', 'STYLE', 'OPTION'].includes(element.tagName) && lang === null && element.tagName !== 'OPTION')
      return;
    if (lang !== null && lang !== culture) return;
    for (const name of ['aria-label', 'placeholder', 'alt', 'title']) said.push(element.getAttribute(name) ?? '');
    for (const child of element.childNodes) {
      if (child.nodeType === Node.TEXT_NODE) said.push(child.textContent ?? '');
      else if (child instanceof Element) look(child);
    }
  };
  look(page);
  return said.map((text) => text.trim()).filter((text) => text !== '');
}

/** What analysts know by these names in every language, and what identifies a commit, a requirement or a file. */
const KNOWN =
  /\b(?:SVG|PNG|Mermaid|PlantUML|SCXML|JSON|Git|HEAD~5|SRC|UTC|[a-f0-9]{7}|[a-z_]+_[a-z_]+|withdrawals: a change)\b/g;
const leftOn = (page: Element, culture: Culture): readonly string[] =>
  saidOn(page, culture).flatMap((text) => {
    const left = englishLeft(text.replaceAll(KNOWN, ' '), names);
    return left.length === 0 ? [] : [`${text}: ${left.join(' ')}`];
  });

const [first] = chartOf('withdrawal').transitions;
const cell = chartOf('withdrawal').matrices.fault.find(({ happens }) => happens.startsWith('✗'));
const PAGES: readonly (readonly [name: string, hash: string])[] = [
  ['the overview', '#/'],
  ['a flow', links.chart('withdrawal')],
  ['a flow that runs another', links.chart('two-factor')],
  ['a flow without pages', links.chart('session')],
  ['a lifecycle', links.chart('lifecycle-withdrawal')],
  ['a status', links.state('lifecycle-withdrawal', 'approved')],
  ['a state', links.state('withdrawal', 'creatingWithdrawal')],
  ['a state with messages', links.state('withdrawal', 'enteringWithdrawal')],
  ['a state with a screen', links.state('two-factor', PICTURED)],
  ['a transition', links.transition('withdrawal', first?.id ?? '')],
  ['no such state', links.state('withdrawal', 'none')],
  ['a storyboard', links.path('withdrawal', 'withdrawal-01', 2)],
  ['a matrix', links.matrix('withdrawal', 'fault', cell?.id ?? '')],
  ['two versions', links.compare('withdrawal', 'nothing', 'now')],
  ['who reaches a state', links.questions({ ask: 'reach', chart: 'withdrawal', state: 'reviewing' })],
  ['who makes a call', links.questions({ ask: 'call', call: 'createWithdrawal' })],
  ['who shows a message', links.questions({ ask: 'message', message: 'insufficient_balance' })],
  ['the shortest path', links.questions({ ask: 'way', chart: 'withdrawal', from: 'reviewing', to: 'accepted' })],
  ['no such chart', links.chart('none')],
];

async function opens(hash: string, search = ''): Promise<HTMLElement> {
  window.history.replaceState(null, '', `/${search}${hash}`);
  const { container } = await act(async () => render(<App />));
  await waitFor(() => {
    expect(container.querySelector('main')?.textContent).not.toBe('');
    expect(container.querySelector('main p.first[role="status"]')).toBeNull();
    expect(container.querySelector('main > .page > p[role="status"]')).toBeNull();
  });
  // An error of a view is shown in its place.
  expect(container.querySelector('main > [role="alert"]:not(.first)')).toBeNull();
  return container;
}

describe.each(['ja-JP', 'zh-CN'] as const)('in %s', (culture) => {
  it.each(PAGES)('%s has no English left', async (_, hash) => {
    const page = await opens(hash, `?lang=${culture}`);
    expect(document.documentElement.lang).toBe(culture);
    expect(document.title).toContain(ATLAS_WORDS[culture]['site.title']);
    expect(leftOn(page, culture)).toEqual([]);
  });

  it('what was left in English would be found', async () => {
    const page = await opens('#/', `?lang=${culture}`);
    page.querySelector('h1')?.append('Atlas of flows');
    page.querySelector('nav')?.setAttribute('aria-label', 'Areas');
    expect(leftOn(page, culture)).toHaveLength(2);
  });
});

it.each(PAGES)('in English, %s has no text of another language but those of members', async (_, hash) => {
  const page = await opens(hash, '?lang=en-US');
  expect(saidOn(page, 'en-US').filter((text) => /[\u3040-\u30ff\u4e00-\u9fff]/.test(text))).toEqual([]);
});

describe('the language', () => {
  const choice = (): HTMLSelectElement =>
    screen.getAllByRole<HTMLSelectElement>('combobox').find((each) => each.textContent?.includes('日本語'))!;

  it('is chosen at the top, at once, and kept', async () => {
    const { unmount } = await act(async () => render(<App />));
    await screen.findByRole('heading', { name: 'Atlas of the flows' });
    fireEvent.change(choice(), { target: { value: 'ja-JP' } });
    await screen.findByRole('heading', { name: 'フローのアトラス' });
    expect(document.documentElement.lang).toBe('ja-JP');
    unmount();
    await act(async () => render(<App />));
    await screen.findByRole('heading', { name: 'フローのアトラス' });
  });

  it('is that of a link, until another is chosen', async () => {
    localStorage.setItem('atlas.language', 'ja-JP');
    await opens('#/', '?lang=zh-CN');
    await screen.findByRole('heading', { name: '流程图册' });
    fireEvent.change(choice(), { target: { value: 'en-US' } });
    await screen.findByRole('heading', { name: 'Atlas of the flows' });
    expect(window.location.search).toBe('?lang=en-US');
  });

  it('is that of the command that built the folder, where none was chosen', async () => {
    document.documentElement.dataset['language'] = 'zh-CN';
    try {
      await act(async () => render(<App />));
      await screen.findByRole('heading', { name: '流程图册' });
    } finally {
      delete document.documentElement.dataset['language'];
    }
  });
});
