import { readdirSync, readFileSync } from 'node:fs';
import { cleanup, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { example, json, NOW, openApp, problem, type Answers, type OpenedApp } from './support/open-app.tsx';

/**
 * Consent is valid for the version that was shown (D-31): whatever leads back to the checkbox, another version has not
 * been agreed to.
 */

const AT = '/Plan?stage=1';
const HOUR_MS = 3_600_000;
const user = userEvent.setup({ delay: null });

beforeAll(async () => {
  await Promise.all([import('#src/flows/purchase/purchase.route.tsx'), import('#src/frames/member-frame.tsx')]);
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const offered = example('GET', '/purchases/options') as { readonly riskVersion: number };
const NEWER = offered.riskVersion + 1;
const answersOf = (riskVersion: number): Answers => ({
  'GET /purchases/options': () => json({ ...offered, riskVersion }),
});

const box = () => screen.findByRole<HTMLInputElement>('checkbox');
const press = async (name: string) => user.click(await screen.findByRole('button', { name }));
const submit = () => press('Review purchase');
const versionsIn = ({ sent }: OpenedApp) =>
  sent.flatMap(({ call, body }) =>
    call === 'POST /purchases' ? [(body as { readonly riskVersion: number }).riskVersion] : [],
  );

/** Agrees to the version in force, and continues to the review. */
async function agreed(answers: Answers = {}): Promise<OpenedApp> {
  const app = await openApp(AT, { answers: { ...answersOf(offered.riskVersion), ...answers } });
  await user.click(await box());
  await submit();
  return app;
}

/** The paths back to the checkbox after a version was agreed to, by where the member is when the page is reloaded. */
const RELOADS: Readonly<Record<string, (app: OpenedApp, answers: Answers) => Promise<OpenedApp>>> = {
  'a reload of the form': async ({ stores }, answers) => {
    await press('Back');
    await box();
    cleanup();
    return openApp(AT, { answers, stores });
  },
  'a reload of the review': async ({ stores }, answers) => {
    await screen.findByRole('button', { name: 'Buy now' });
    cleanup();
    const app = await openApp('/Plan?step=review', { answers, stores });
    await press('Back');
    return app;
  },
  'a reload of a review that has run out': async ({ stores }, answers) => {
    await screen.findByRole('button', { name: 'Buy now' });
    cleanup();
    const now = () => NOW + HOUR_MS;
    stores.tab.setItem('perch.expiresAt', new Date(NOW + 2 * HOUR_MS).toISOString());
    return openApp('/Plan?step=review', { answers, stores, now });
  },
};

describe.each(Object.entries(RELOADS))('after %s', (_, reload) => {
  it('what was agreed to needs no second press', async () => {
    const app = await reload(await agreed(), answersOf(offered.riskVersion));
    expect((await box()).checked).toBe(true);
    await submit();
    await screen.findByRole('button', { name: 'Buy now' });
    expect(versionsIn(app)).toEqual([offered.riskVersion]);
  });

  it('a newer version is shown, and nothing is sent before it is agreed to', async () => {
    const app = await reload(await agreed(), answersOf(NEWER));
    expect((await box()).checked).toBe(false);
    await screen.findByText(`Risk disclosure, version ${NEWER}`);
    await submit();
    await screen.findByText('Check this box once you’ve read the risk disclosure.');
    expect(versionsIn(app)).toEqual([]);
    await user.click(await box());
    await submit();
    await screen.findByRole('button', { name: 'Buy now' });
    expect(versionsIn(app)).toEqual([NEWER]);
  });
});

it('Back from the review leaves what was agreed to', async () => {
  await agreed();
  await press('Back');
  expect((await box()).checked).toBe(true);
});

it('a refusal because of a newer version requires consent again, although the box was ticked', async () => {
  let version = offered.riskVersion;
  const app = await agreed({
    'GET /purchases/options': () => json({ ...offered, riskVersion: version }),
    'POST /purchases': () => {
      version = NEWER;
      return problem(400, 'risk_not_acknowledged');
    },
  });
  await screen.findByText(`Risk disclosure, version ${NEWER}`);
  expect((await box()).checked).toBe(false);
  await submit();
  await screen.findByText('Check this box once you’ve read the risk disclosure.');
  expect(versionsIn(app)).toEqual([offered.riskVersion]);
});

it('every required checkbox is about a version with a known test', () => {
  const screens = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.tsx'));
  // Terms are agreed to on the review of a sign-up, which stores nothing: tests/components/sign-up.test.tsx.
  expect(screens.filter((name) => readFileSync(`src/${name}`, 'utf8').includes('oneOf([true]')).sort()).toEqual([
    'flows/purchase/screens/plan.tsx',
    'flows/sign-up/screens/review.tsx',
  ]);
});
