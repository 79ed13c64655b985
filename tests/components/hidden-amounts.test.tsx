import { cleanup, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { axeFindings } from './support/axe.ts';
import { json, openApp, type Answers } from './support/open-app.tsx';
import { ID, READ, withdrawal } from './support/receipts.ts';

/** A member who hides amounts on a device sees none on any page that shows what is theirs (decision 0102). */

const user = userEvent.setup({ delay: null });
/** A figure with decimals, or one with its unit. */
const AMOUNT = /\d[\d,]*\.\d+(?![\d%])|\d (?:USDT|USD|BTC|ETH|MSPC|MP|PP)\b/;
/** A rate belongs to nobody. */
const receipt = withdrawal({ rate: null, rateAt: null });
const answers: Answers = { [READ]: () => json(receipt) };
const pages = {
  Home: '/',
  'the wallet': '/Wallet',
  'an asset': '/Wallet?asset=USDT',
  'all that moved': '/History',
  'one kind of what moved': '/History/Withdrawal',
  'a receipt': `/Receipt/${ID}`,
  stakes: '/Staking',
  'what referrals earned': '/Referral',
} as const;

beforeAll(async () => {
  await Promise.all([
    import('#src/pages/dashboard/dashboard.page.tsx'),
    import('#src/pages/dashboard/curve.tsx'),
    import('#src/pages/wallet/wallet.page.tsx'),
    import('#src/pages/wallet/asset.page.tsx'),
    import('#src/pages/history/history.page.tsx'),
    import('#src/pages/receipt/receipt.page.tsx'),
    import('#src/pages/staking/staking.page.tsx'),
    import('#src/pages/referral/referral.page.tsx'),
    import('#src/frames/member-frame.tsx'),
  ]);
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

/** What the page says once it waits for nothing. */
async function said(): Promise<string> {
  const main = await screen.findByRole('main');
  await screen.findByRole('heading', { level: 1 });
  await waitFor(() => expect(main.querySelector('.skeleton')).toBeNull());
  return main.textContent;
}

describe.each(Object.entries(pages))('%s', (_, address) => {
  it('says no amount on a device that hides them, and says them again at a press', async () => {
    const { services, stores } = await openApp(address, { answers });
    await waitFor(async () => expect(await said()).toMatch(AMOUNT));
    services.storage.set('amountsHidden', true);
    cleanup();
    const again = await openApp(address, { answers, stores });
    await waitFor(async () => expect(await said()).toContain('Amount hidden'));
    expect(await said()).not.toMatch(AMOUNT);
    expect(await axeFindings()).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Hide amounts', pressed: true }));
    await waitFor(async () => expect(await said()).toMatch(AMOUNT));
    expect(again.services.storage.get('amountsHidden')).toBe(false);
  });
});
