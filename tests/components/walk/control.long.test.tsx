import { cleanup } from '@testing-library/react';
import { createElement, type ComponentProps } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Graph, Node } from '#machines/graph/explore.ts';
import type { StepMeta } from '#machines/chart/meta.ts';
import { walkBack, walkDoublePress, walkReload } from '#walk/component/cells.ts';
import { walkComponent } from '#walk/component/driver.ts';
import { flowOf, graphOf, matricesFor, pathsOf } from '#walk/paths/flows.ts';

/** A walk that can't fail proves nothing: each mistake is planted in the product, and the walk must report it. */

interface Planted {
  /** How a control is changed. */
  button?: (props: ComponentProps<'button'> & { 'data-event'?: string }) => Record<string, unknown> | null;
  heading?: string;
  alert?: 'silent' | 'in other words';
  /** How a request is changed on its way. */
  request?: (request: Request) => Request;
  /** What the app loses at a reload. */
  checkpoint?: 'lost';
}

const planted = vi.hoisted((): { mistake: Planted } => ({ mistake: {} }));

vi.mock('#src/ui/button.tsx', async (original) => {
  const real = await original<typeof import('#src/ui/button.tsx')>();
  const Button = (props: ComponentProps<typeof real.Button>) => {
    const changed = planted.mistake.button === undefined ? props : planted.mistake.button(props as never);
    return changed === null ? null : createElement(real.Button, changed);
  };
  return { ...real, Button };
});

vi.mock('#src/ui/page-heading.tsx', async (original) => {
  const real = await original<typeof import('#src/ui/page-heading.tsx')>();
  const PageHeading = (props: ComponentProps<typeof real.PageHeading>) =>
    createElement(real.PageHeading, { ...props, title: planted.mistake.heading ?? props.title });
  return { ...real, PageHeading };
});

vi.mock('#src/ui/alert.tsx', async (original) => {
  const real = await original<typeof import('#src/ui/alert.tsx')>();
  const Alert = (props: ComponentProps<typeof real.Alert>) => {
    if (planted.mistake.alert === 'silent') return createElement('div', null, props.actions);
    return createElement(
      real.Alert,
      planted.mistake.alert === 'in other words'
        ? { ...props, title: 'Here is another problem.', children: null }
        : props,
    );
  };
  return { ...real, Alert };
});

vi.mock('#src/services/checkpoints.ts', async (original) => {
  const real = await original<typeof import('#src/services/checkpoints.ts')>();
  const createCheckpoints: typeof real.createCheckpoints = (...parameters) => {
    const checkpoints = real.createCheckpoints(...parameters);
    return planted.mistake.checkpoint === 'lost' ? { ...checkpoints, save: () => undefined } : checkpoints;
  };
  return { ...real, createCheckpoints };
});

vi.mock('#src/api/client.ts', async (original) => {
  const real = await original<typeof import('#src/api/client.ts')>();
  const createApi: typeof real.createApi = (options) =>
    real.createApi({
      ...options,
      fetch: (request) =>
        (options.fetch as (sent: Request) => Promise<Response>)(planted.mistake.request?.(request) ?? request),
    });
  return { ...real, createApi };
});

afterEach(() => {
  planted.mistake = {};
  cleanup();
});

/** Walks one path of a flow; returns the walk's message, or null if it finds nothing. */
async function saidOf(flow: string, index: number, graph: Graph = graphOf(flowOf(flow))): Promise<string | null> {
  const path = pathsOf(flowOf(flow))[index];
  if (path === undefined) throw new Error(`${flow} has no such path.`);
  return messageOf(walkComponent(graph, path, { culture: 'en-US', strict: false }));
}

async function messageOf(walk: Promise<void>): Promise<string | null> {
  try {
    await walk;
    return null;
  } catch (error) {
    return (error as Error).message;
  }
}

/** The graph with changed meta in one state. */
function retold(flow: string, state: string, change: Partial<StepMeta>): Graph {
  const graph = graphOf(flowOf(flow));
  const retoldNode = (node: Node): Node =>
    node.state === state && node.meta !== null ? { ...node, meta: { ...node.meta, ...change } } : node;
  return { ...graph, nodes: new Map([...graph.nodes].map(([key, node]) => [key, retoldNode(node)])) };
}

const changed =
  (change: (body: Record<string, unknown>) => Record<string, unknown>) =>
  (request: Request): Request => {
    // A request's body can be read only once and asynchronously, so the test replaces it with a stream of the new
    // content.
    const body = new ReadableStream({
      async start(controller) {
        const text = await request.clone().text();
        controller.enqueue(
          new TextEncoder().encode(JSON.stringify(change(JSON.parse(text) as Record<string, unknown>))),
        );
        controller.close();
      },
    });
    return new Request(request.url, {
      method: request.method,
      headers: request.headers,
      body,
      duplex: 'half',
    } as RequestInit);
  };

/** The first path of sign-in on which input is refused. */
const REFUSED = pathsOf(flowOf('sign-in')).findIndex(({ edges }) =>
  edges.some(({ to }) => graphOf(flowOf('sign-in')).nodes.get(to)?.tags.includes('error') === true),
);

const ordinary = { culture: 'en-US', strict: false } as const;

describe('a sound product', () => {
  it('passes', async () => {
    expect(await saidOf('sign-out', 0)).toBe(null);
    expect(await saidOf('sign-in', 0)).toBe(null);
  });
});

describe('under StrictMode', () => {
  it.each([
    ['plain', false, 1],
    ['rehearsed', true, 2],
  ])('a page that is %s sends its first read as often as React runs the effect', async (_, strict, times) => {
    let sent = 0;
    planted.mistake = {
      request: (request) => {
        // The frame around the page sends reads, too.
        if (request.url.includes('/account/twoFactorInfo')) sent += 1;
        return request;
      },
    };
    const graph = graphOf(flowOf('two-factor'));
    await walkComponent(graph, { id: 'two-factor', edges: graph.edges.slice(0, 1) }, { culture: 'en-US', strict });
    expect(sent).toBe(times);
  });
});

describe('on the screen', () => {
  it('a control that is missing is noticed', async () => {
    planted.mistake = { button: (props) => (props['data-event'] === 'CANCEL' ? null : { ...props }) };
    expect(await saidOf('sign-out', 0)).toContain(
      'the controls: the page has ["CONFIRM"], the chart promises ["CANCEL","CONFIRM"].',
    );
  });

  it('a control that stays enabled while a response is pending is noticed', async () => {
    planted.mistake = { button: (props) => ({ ...props, busy: false }) };
    expect(await saidOf('sign-in', 0)).toContain('the controls: the page has ["SUBMIT_FORM"], the chart promises [].');
  });

  it('a control for an event that the chart does not know there is noticed', async () => {
    planted.mistake = {
      button: (props) => ({ ...props, 'data-event': props['data-event'] === 'CANCEL' ? 'LEAVE' : props['data-event'] }),
    };
    expect(await saidOf('sign-out', 0)).toContain('["CONFIRM","LEAVE"]');
  });

  it('a control that sends nothing is noticed', async () => {
    planted.mistake = { button: ({ onClick: _, ...props }) => props };
    expect(await saidOf('sign-out', 0)).toContain('sign-out did not come to revokingToken');
  });

  it('another heading is noticed', async () => {
    planted.mistake = { heading: 'Welcome' };
    expect(await saidOf('sign-out', 0)).toContain('the heading: the page has ["Welcome"]');
  });

  it('a missing message is noticed', async () => {
    planted.mistake = { alert: 'silent' };
    expect(await saidOf('sign-in', REFUSED)).toContain('a message: the page has false, the chart promises true.');
  });

  it('a message about another problem is noticed', async () => {
    planted.mistake = { alert: 'in other words' };
    expect(await saidOf('sign-in', REFUSED)).toContain(
      'the message says "Here is another problem.", the chart promises',
    );
  });

  it('a bare key of the catalogue is noticed', async () => {
    planted.mistake = { button: (props) => ({ ...props, children: 'sign-out:confirm' }) };
    expect(await saidOf('sign-out', 0)).toContain('"sign-out:confirm" is no text.');
  });

  it('output on the console is noticed', async () => {
    planted.mistake = {
      button: (props) => (props['data-event'] === 'CONFIRM' ? { ...props, unknownProperty: true } : { ...props }),
    };
    expect(await saidOf('sign-out', 0)).toContain('The console says:');
  });
});

describe('in the chart', () => {
  it.each([
    ['a wrong route', { route: '/SignOut2' }, 'the address'],
    ['a wrong screen', { screen: 'farewell' }, 'the screen'],
    ['a wrong title', { title: 'sign-out:stay' }, 'the heading'],
  ])('%s is noticed', async (_, change, words) => {
    expect(await saidOf('sign-out', 0, retold('sign-out', 'confirming', change))).toContain(words);
  });
});

describe('on the wire', () => {
  it('a body that the description does not know is noticed', async () => {
    planted.mistake = { request: changed(({ password: _, ...rest }) => rest) };
    expect(await saidOf('sign-in', 0)).toContain("must have required property 'password'");
  });

  it('a body that differs from what was typed is noticed', async () => {
    planted.mistake = { request: changed((body) => ({ ...body, username: String(body['password']) })) };
    expect(await saidOf('sign-in', 0)).toContain('createToken says that username is');
  });

  it('a missing key is noticed', async () => {
    planted.mistake = {
      request: (request) => {
        request.headers.delete('Idempotency-Key');
        return request;
      },
    };
    expect(await saidOf('sign-out', 0)).toContain('the parameter Idempotency-Key is missing');
  });

  it('a language that differs from the page’s is noticed', async () => {
    planted.mistake = {
      request: (request) => new Request(request.url.replace('en-US', 'zh-CN'), { headers: request.headers }),
    };
    expect(await saidOf('two-factor', 0)).toContain('the culture is zh-CN');
  });

  it('a missing token is noticed', async () => {
    planted.mistake = {
      request: (request) => {
        request.headers.delete('Authorization');
        return request;
      },
    };
    expect(await saidOf('two-factor', 0)).toContain('it carries no token');
  });
});

describe('in the matrices', () => {
  it('a step that a reload loses is noticed', async () => {
    const flow = flowOf('two-factor');
    const cell = matricesFor(flow).reload.find(
      ({ state, checkpoint }) => state.startsWith('binding.addingKey') && checkpoint !== null,
    );
    planted.mistake = { checkpoint: 'lost' };
    if (cell === undefined) throw new Error('There is no such cell.');
    expect(await messageOf(walkReload(graphOf(flow), cell, ordinary))).toContain('"resume":null');
  });

  it('an ignored Back is noticed', async () => {
    const flow = flowOf('two-factor');
    const cell = matricesFor(flow).back.find(({ edge }) => edge !== null);
    const deaf = vi.spyOn(window.history, 'back').mockImplementation(() => undefined);
    if (cell === undefined) throw new Error('There is no such cell.');
    expect(await messageOf(walkBack(graphOf(flow), cell, ordinary))).toContain('did not come to');
    deaf.mockRestore();
  });

  it('a double press that takes two steps is noticed', async () => {
    const flow = flowOf('two-factor');
    const cell = matricesFor(flow).doublePress.find(
      ({ state, event }) => state === 'binding.gettingApp' && event === 'NEXT',
    );
    if (cell === undefined) throw new Error('There is no such cell.');
    expect(await messageOf(walkDoublePress(graphOf(flow), { ...cell, second: null }, ordinary))).toContain(
      'two-factor took NEXT too',
    );
  });
});
