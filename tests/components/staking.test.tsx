import { cleanup, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { axeFindings } from './support/axe.ts';
import { example, json, openApp, problem, type OpenedApp } from './support/open-app.tsx';
import { saying } from './support/saying.ts';

/** /Staking, and the URLs that lead into the flows of plans and stakes. */

const [sample] = (example('GET', '/stakes') as { items: [Record<string, unknown>] }).items;
const { totals } = example('GET', '/stakes') as { totals: object };
const stake = (place: number, rest: object = {}) => ({
  ...sample,
  id: `8d1c8f0e-2a53-4c1f-9c39-${String(place).padStart(12, '0')}`,
  ...rest,
});
const running = { state: 'running', daysLeft: 112, endsAt: '2027-03-13T04:00:00Z' };
const page = (items: object[], nextCursor: string | null = null) => json({ totals, items, nextCursor });
const LIST = 'GET /stakes';
const user = userEvent.setup({ delay: null });

beforeAll(async () => {
  await Promise.all([
    import('#src/pages/staking/staking.page.tsx'),
    import('#src/flows/purchase/purchase.route.tsx'),
    import('#src/flows/restake/restake.route.tsx'),
    import('#src/frames/member-frame.tsx'),
    import('#src/ui/toaster.tsx'),
  ]);
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const cards = () => within(screen.getByRole('region', { name: 'Stakes' })).getAllByRole('listitem');
const cursorsOf = ({ sent }: OpenedApp) =>
  sent.filter(({ call }) => call === LIST).map(({ search }) => new URLSearchParams(search).get('cursor'));

describe('/Staking', () => {
  it('shows what waits for a choice with a link, and how long the others still run', async () => {
    await openApp('/staking', {
      answers: {
        [LIST]: () => page([stake(1), stake(2, running), stake(3, { state: 'withdrawn', option: 'withdraw' })]),
      },
    });
    await screen.findByText('3 stakes');
    const [first, second, third] = cards() as [HTMLElement, HTMLElement, HTMLElement];
    expect(within(first).getByRole('link', { name: 'Restake or return to wallet' }).getAttribute('href')).toBe(
      '/ReStaking?stake=8d1c8f0e-2a53-4c1f-9c39-000000000001',
    );
    expect(within(second).getByText(saying('Unlocks in 112 days'))).toBeDefined();
    expect(within(second).getByRole('progressbar').getAttribute('value')).toBe('253');
    expect(within(second).queryByRole('link', { name: 'Restake or return to wallet' })).toBeNull();
    expect(
      within(third)
        .getAllByRole('link')
        .map((link) => link.textContent),
    ).toEqual(['Receipt']);
    expect(await axeFindings()).toEqual([]);
  });

  it('calls a stake overdue whose days are over and which is not unlocked yet, and counts no negative days', async () => {
    await openApp('/Staking', { answers: { [LIST]: () => page([stake(1, { state: 'running', daysLeft: 0 })]) } });
    expect(await screen.findByText(/^Overdue since/)).toBeDefined();
    const [card] = cards() as [HTMLElement];
    expect(within(card).getByText('Overdue').tagName).toBe('SPAN');
    expect(screen.queryByText('Running', { selector: 'span' })).toBeNull();
    expect(screen.queryByText(saying(/^Unlocks in/))).toBeNull();
    expect(screen.queryByRole('progressbar')).toBeNull();
  });

  it('leads a member without stakes to the plans', async () => {
    await openApp('/Staking', { answers: { [LIST]: () => page([]) } });
    expect((await screen.findByRole('link', { name: 'View plans' })).getAttribute('href')).toBe('/Package');
    expect(screen.queryByRole('heading', { name: 'Staked' })).toBeNull();
  });

  it('reads further pages on request, and retries one that failed', async () => {
    let asked = 0;
    const app = await openApp('/Staking', {
      answers: {
        [LIST]: () =>
          [page([stake(1, running)], 'NTc'), problem(500, 'internal'), page([stake(2, running)])][asked++] as Response,
      },
    });
    await user.click(await screen.findByRole('button', { name: 'Show more' }));
    await screen.findByRole('alert');
    expect(cards()).toHaveLength(1);
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await screen.findByText('2 stakes');
    expect(cards()).toHaveLength(2);
    expect(cursorsOf(app)).toEqual([null, 'NTc', 'NTc']);
    expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull();
  });
});

describe('what is staked', () => {
  const hero = async () => within(await screen.findByRole('region', { name: 'Staked' }));
  const opens = async (items: object[], sums: Readonly<Record<string, string>> = {}, more: string | null = null) => {
    await openApp('/Staking', {
      answers: { [LIST]: () => json({ totals: { ...totals, ...sums }, items, nextCursor: more }) },
    });
    await screen.findByText(/stakes?$/, { selector: '[role=status]' });
    return hero();
  };

  it('comes first, with the days until the next unlock and the way to another plan', async () => {
    const part = await opens([stake(1), stake(2, { ...running, stage: 3 }), stake(3, { ...running, daysLeft: 200 })]);
    expect(part.getByText('2027-03-13').closest('p')?.textContent).toBe('In 112 days (2027-03-13)');
    expect(part.getByText('Gold')).toBeDefined();
    const acts = part.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')]);
    expect(acts).toEqual([
      // What waits for the member is the first of the acts.
      ['Choose now', `/ReStaking?stake=${stake(1).id}`],
      ['Buy plan', '/Package'],
      ['Reward history', '/History/StakingReward'],
    ]);
    expect(await axeFindings()).toEqual([]);
  });

  it('leads to another plan first if no stake waits for a choice', async () => {
    const part = await opens([stake(2, { ...running, stage: 3 })]);
    expect(part.getAllByRole('link').map(({ textContent }) => textContent)).toEqual(['Buy plan', 'Reward history']);
  });

  it.each([
    ['an overdue one', { state: 'running', daysLeft: 0 }, '500', 'Overdue'],
    ['one that waits for a choice', {}, '0', 'Choose what to do with your unlocked stakes.'],
    ['one that is over', { state: 'withdrawn', option: 'withdraw' }, '0', 'Buy a plan to stake again.'],
  ])('says what there is to do if there is only %s', async (_, rest, runningUsd, words) => {
    const part = await opens([stake(1, rest)], { runningUsd });
    expect(part.getByText(words)).toBeDefined();
    expect(part.queryByText(/^In \d/)).toBeNull();
    // It is said once, and no rate is given of what does not earn.
    expect(part.queryAllByText('Nothing is locked')).toHaveLength(runningUsd === '0' ? 1 : 0);
    expect(part.queryAllByText('Current daily rate')).toHaveLength(runningUsd === '0' ? 0 : 1);
  });

  it('gives the lowest and the highest rate, and none as long as a stake may be missing', async () => {
    const rates = [stake(1, { ...running, dailyRate: '0.0012' }), stake(2, { ...running, dailyRate: '0.0005' })];
    const part = await opens(rates);
    expect(part.getByText('0.05%–0.12%')).toBeDefined();
    expect(part.getByText('variable, not guaranteed')).toBeDefined();
    cleanup();
    expect((await opens(rates, {}, 'NTc')).getByText('Depends on plan')).toBeDefined();
  });

  it('leaves out what is zero: without a stake that waits, all of it is locked', async () => {
    const part = await opens([stake(1, running)], { maturedUsd: '0' });
    expect(part.queryByText('Action needed')).toBeNull();
    expect(part.queryByText('Locked now')).toBeNull();
  });
});

describe('a stake', () => {
  it('says state, days, amount and rewards, and folds the rest', async () => {
    await openApp('/Staking', {
      answers: { [LIST]: () => page([stake(1, running), stake(2, { state: 'restaked' })]) },
    });
    await screen.findByText('2 stakes');
    const [first, past] = cards() as [HTMLElement, HTMLElement];
    const folded = (name: string) => within(first).getByText(name, { selector: 'dt' }).closest('details') !== null;
    expect(['Amount staked', 'Rewards so far', 'Current daily rate', 'Started', 'Unlocks on'].map(folded)).toEqual([
      false,
      false,
      true,
      true,
      true,
    ]);
    const fold = past.closest('ul')?.closest('details');
    expect(fold?.querySelector('summary')?.textContent).toBe('Past stakes');
    expect(fold?.open).toBe(false);
  });

  it('that is over is in sight if no other is there', async () => {
    await openApp('/Staking', { answers: { [LIST]: () => page([stake(1, { state: 'restaked' })]) } });
    const summary = await screen.findByText('Past stakes');
    expect(summary.closest('details')?.open).toBe(true);
  });
});

describe('a URL of the flows', () => {
  it('opens the plan that it names', async () => {
    await openApp('/Plan?stage=1');
    expect(await screen.findByRole('heading', { level: 2, name: 'Stage 1 · Bronze' })).toBeDefined();
    expect(screen.queryByRole('radio')).toBeNull();
  });

  describe('without a plan', () => {
    const plans = example('GET', '/purchases/options') as { readonly stages: readonly object[] };
    const bronze = { stage: 1, name: 'bronze', amountUsd: '1000', amountUsdt: '1000', dailyRate: '0.0005' };
    const custom = { stage: 8, name: 'custom', amountUsd: null, amountUsdt: null, dailyRate: '0.0005' };
    const offered = (available: string) => ({
      'GET /purchases/options': () =>
        json({ ...plans, available, stages: [bronze, { ...bronze, stage: 7, amountUsdt: '300000' }, custom] }),
    });
    const choices = () =>
      within(screen.getByRole('list', { name: 'Plan' }))
        .getAllByRole('button')
        .map((button) => [button.textContent, button.getAttribute('aria-pressed')]);
    const choose = (name: string) =>
      user.click(within(screen.getByRole('list', { name: 'Plan' })).getByRole('button', { name }));

    it('begins with the first one within reach, and another is chosen there', async () => {
      await openApp('/Plan', { answers: offered('1500') });
      await screen.findByRole('heading', { level: 2, name: 'Stage 1 · Bronze' });
      expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('About this plan');
      expect(choices()).toEqual([
        ['Bronze', 'true'],
        ['Custom', 'false'],
      ]);
      expect(screen.queryByRole('textbox', { name: /Amount/ })).toBeNull();
      await choose('Custom');
      await screen.findByRole('heading', { level: 2, name: 'Stage 8 · Custom' });
      expect(document.activeElement?.textContent).toBe('Custom');
      expect(await axeFindings()).toEqual([]);
      await user.type(screen.getByRole('textbox', { name: /Amount/ }), '300');
      await choose('Bronze');
      await screen.findByRole('heading', { level: 2, name: 'Stage 1 · Bronze' });
      await choose('Custom');
      expect((await screen.findByRole<HTMLInputElement>('textbox', { name: /Amount/ })).value).toBe('300');
    });

    it('buys what is chosen at last, without an amount typed for another', async () => {
      const { sent } = await openApp('/Plan', {
        answers: { ...offered('1500'), 'POST /purchases': () => problem(503, 'maintenance') },
      });
      await screen.findByRole('heading', { level: 2, name: 'Stage 1 · Bronze' });
      await choose('Custom');
      await user.type(await screen.findByRole('textbox', { name: /Amount/ }), '300');
      const review = async () => {
        if (!screen.getByRole<HTMLInputElement>('checkbox').checked) await user.click(screen.getByRole('checkbox'));
        await user.click(screen.getByRole('button', { name: 'Review purchase' }));
        await screen.findByText('Maintenance is over');
      };
      await review();
      await choose('Bronze');
      await screen.findByRole('heading', { level: 2, name: 'Stage 1 · Bronze' });
      expect(screen.queryByText('Maintenance is over')).toBeNull();
      await review();
      expect(sent.filter(({ call }) => call === 'POST /purchases').map(({ body }) => body)).toEqual([
        { stage: 8, amountUsd: '300', riskVersion: 1 },
        { stage: 1, amountUsd: null, riskVersion: 1 },
      ]);
    });

    it('leads to the list, which says what is missing, if none is within reach', async () => {
      await openApp('/Plan', { answers: offered('50') });
      expect(await screen.findByText('Not enough balance')).toBeDefined();
      expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Plans');
    });
  });

  it.each(['/Plan?stage=7', '/Plan?stage=nothing', '/plan?step=review'])(
    'redirects %s, which names no offered plan, to the list of plans',
    async (address) => {
      await openApp(address);
      expect(await screen.findAllByRole('radio')).toHaveLength(2);
      expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Plans');
    },
  );

  it.each(['/ReStaking', '/ReStaking?stake=7', '/restaking?step=review'])(
    'redirects %s, which names no stake, to the stakes',
    async (address) => {
      await openApp(address);
      expect(await screen.findByRole('heading', { level: 1, name: 'Staking' })).toBeDefined();
      expect(await screen.findByRole('region', { name: 'Stakes' })).toBeDefined();
    },
  );
});
