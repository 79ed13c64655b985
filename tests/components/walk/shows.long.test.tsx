import { cleanup } from '@testing-library/react';
import { createElement, type ComponentProps } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { shortest, leavingOf } from '#machines/graph/ways.ts';
import { stepLabel, type Node } from '#machines/graph/explore.ts';
import { walkComponent } from '#walk/component/driver.ts';
import { flowOf, graphOf } from '#walk/paths/flows.ts';

/** A figure that is missing, wrong or in the wrong place is planted in the product, and the walk must report it. */

interface Planted {
  /** The content of a row of a review; null if it is left out. */
  row?: (props: { readonly term: string; readonly children: unknown }) => object | null;
  /** The content of a fact of a panel. */
  fact?: (props: { readonly term: string; readonly children: unknown }) => object | null;
  /** How an exact amount is changed. */
  amount?: (value: string) => string | null;
  rate?: (props: { readonly from: string; readonly to: string; readonly rate: string }) => object;
  address?: string;
  /** How the key of a draft's confirmation is changed. */
  key?: (key: string) => string;
  /** The initial value of a text field. */
  forgets?: string;
}

const planted = vi.hoisted((): { mistake: Planted } => ({ mistake: {} }));

vi.mock('#src/ui/review-list.tsx', async (original) => {
  const real = await original<typeof import('#src/ui/review-list.tsx')>();
  const ReviewRow = (props: ComponentProps<typeof real.ReviewRow>) => {
    const changed = planted.mistake.row === undefined ? props : planted.mistake.row(props);
    return changed === null ? null : createElement(real.ReviewRow, changed as typeof props);
  };
  return { ...real, ReviewRow };
});

vi.mock('#src/ui/panel.tsx', async (original) => {
  const real = await original<typeof import('#src/ui/panel.tsx')>();
  const Fact = (props: ComponentProps<typeof real.Fact>) => {
    const changed = planted.mistake.fact === undefined ? props : planted.mistake.fact(props);
    return changed === null ? null : createElement(real.Fact, changed as typeof props);
  };
  return { ...real, Fact };
});

vi.mock('#src/ui/amount.tsx', async (original) => {
  const real = await original<typeof import('#src/ui/amount.tsx')>();
  const ExactAmount = (props: ComponentProps<typeof real.ExactAmount>) => {
    const value = planted.mistake.amount === undefined ? props.value : planted.mistake.amount(props.value);
    return value === null ? null : createElement(real.ExactAmount, { ...props, value });
  };
  return { ...real, ExactAmount };
});

vi.mock('#src/ui/rate.tsx', async (original) => {
  const real = await original<typeof import('#src/ui/rate.tsx')>();
  const Rate = (props: ComponentProps<typeof real.Rate>) =>
    createElement(real.Rate, (planted.mistake.rate?.(props) ?? props) as typeof props);
  return { ...real, Rate };
});

vi.mock('#src/ui/address.tsx', async (original) => {
  const real = await original<typeof import('#src/ui/address.tsx')>();
  const FullAddress = (props: ComponentProps<typeof real.FullAddress>) =>
    createElement(real.FullAddress, { ...props, address: planted.mistake.address ?? props.address });
  return { ...real, FullAddress };
});

vi.mock('#src/api/client.ts', async (original) => {
  const real = await original<typeof import('#src/api/client.ts')>();
  const changed = (request: Request): Request => {
    const key = request.headers.get('Idempotency-Key');
    if (key !== null && planted.mistake.key !== undefined)
      request.headers.set('Idempotency-Key', planted.mistake.key(key));
    return request;
  };
  const createApi: typeof real.createApi = (options) =>
    real.createApi({
      ...options,
      fetch: (request) => (options.fetch as (sent: Request) => Promise<Response>)(changed(request)),
    });
  return { ...real, createApi };
});

vi.mock('#src/flow/kept-entries.tsx', async (original) => {
  const real = await original<typeof import('#src/flow/kept-entries.tsx')>();
  const useKeptEntries: typeof real.useKeptEntries = (form, beginning, options) => {
    const kept = real.useKeptEntries(form, beginning, options);
    return planted.mistake.forgets === undefined ? kept : { ...kept, [planted.mistake.forgets]: '' };
  };
  return { ...real, useKeptEntries };
});

afterEach(() => {
  planted.mistake = {};
  cleanup();
});

/**
 * The walk's message on the shortest path to the first situation for which `is` holds, and on the steps after it; null
 * if it finds nothing.
 */
async function saidAt(flow: string, is: (node: Node) => boolean, ...steps: readonly string[]): Promise<string | null> {
  const graph = graphOf(flowOf(flow));
  const [start] = graph.edges;
  const way =
    start === undefined ? null : shortest(start.to, leavingOf(graph), ({ to }) => is(graph.nodes.get(to) as Node));
  if (start === undefined || way === null) throw new Error(`${flow} never comes there.`);
  const edges = [start, ...way];
  for (const step of steps) {
    const next = graph.edges.find((edge) => edge.from === edges.at(-1)?.to && stepLabel(edge.step) === step);
    if (next === undefined) throw new Error(`${flow} has no step ${step} there.`);
    edges.push(next);
  }
  try {
    await walkComponent(graph, { id: `${flow}-planted`, edges }, { culture: 'en-US', strict: false });
    return null;
  } catch (error) {
    return (error as Error).message;
  }
}

const screen = (id: string) => (node: Node) => node.meta?.screen === id;
const end = (kind: string) => (node: Node) =>
  node.status === 'done' && (node.snapshot.output as { readonly kind: string }).kind === kind;
/** The row or fact of a term is left out, or has another content. */
const without = (term: string) => (props: { readonly term: string; readonly children: unknown }) =>
  props.term === term ? null : props;
const saying = (term: string, children: unknown) => (props: { readonly term: string; readonly children: unknown }) =>
  props.term === term ? { ...props, children } : props;

describe('a sound product passes', () => {
  it.each([
    ['withdrawal', screen('withdrawal-compare')],
    ['withdrawal', end('accepted')],
  ])('%s', async (flow, is) => {
    expect(await saidAt(flow, is)).toBe(null);
  });
});

describe('on a review', () => {
  it('a missing fee is noticed', async () => {
    planted.mistake = { amount: (value) => (value === '40' ? null : value) };
    expect(await saidAt('withdrawal', screen('withdrawal-review'))).toContain(
      '"Fee (10.00%)" says "", not "40.00 USDT".',
    );
  });

  it('a transfer that does not say that it is free is noticed', async () => {
    planted.mistake = { row: without('Fee') };
    expect(await saidAt('transfer', screen('transfer-review'))).toContain('the screen does not say "Fee".');
  });

  it('a net amount instead of the gross one is noticed', async () => {
    planted.mistake = { amount: (value) => (value === '400' ? '360' : value) };
    expect(await saidAt('withdrawal', screen('withdrawal-review'))).toContain(
      '"Amount" says "360.00 USDT", not "400.00 USDT".',
    );
  });

  it('a figure that only ends like the right one is noticed', async () => {
    planted.mistake = { amount: (value) => (value === '360' ? '1360' : value) };
    expect(await saidAt('withdrawal', screen('withdrawal-review'))).toContain(
      '"Amount you receive" says "1,360.00 USDT", not "360.00 USDT".',
    );
  });

  it('an inverted rate is noticed, in the form and in the quote', async () => {
    planted.mistake = { rate: ({ from, to, rate }) => ({ from: to, to: from, rate }) };
    expect(await saidAt('exchange', screen('exchange-form'))).toContain(
      '"Rate, including spread" says "1 BTC = 0.00001442 USDT',
    );
    planted.mistake = {
      rate: (props) => ({ ...props, ...(props.rate === '0.0000144202' ? { from: props.to, to: props.from } : {}) }),
    };
    expect(await saidAt('exchange', screen('exchange-quote'))).toContain('"Rate" says "1 BTC = 0.0000144');
  });
});

describe('in a comparison of addresses', () => {
  it('the typed one in both places is noticed', async () => {
    planted.mistake = { address: '0x9858EfFD232B4033E47d90003D41EC34EcaEda94' };
    expect(await saidAt('withdrawal', screen('withdrawal-compare'))).toContain(
      '"Your saved address “Cold wallet”" says "0x9858EfFD232B4033E47d90003D41EC34EcaEda94',
    );
  });
});

describe('a repeated call', () => {
  it('under another key is noticed', async () => {
    let calls = 0;
    planted.mistake = { key: (key) => (key.startsWith('confirm-') ? `${key}-${(calls += 1)}` : key) };
    expect(await saidAt('confirmation', ({ state }) => state === 'enteringCode.wrongCode', 'SUBMIT_CODE')).toContain(
      '-2; the same call went under confirm-',
    );
  });
});

describe('after going back to a form', () => {
  it('lost input is noticed', async () => {
    planted.mistake = { forgets: 'address' };
    expect(await saidAt('withdrawal', screen('withdrawal-review'), 'BACK')).toContain(
      'the field address has lost what was typed.',
    );
  });
});

describe('on the receipt', () => {
  it('a different amount from the confirmed one is noticed', async () => {
    planted.mistake = { fact: saying('You received', '0.01442020 BTC') };
    expect(await saidAt('exchange', end('exchanged'))).toContain(
      '"You received" says "0.01442020 BTC", not "0.00144202 BTC".',
    );
  });
});
