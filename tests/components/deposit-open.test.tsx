import { cleanup, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { axeFindings } from './support/axe.ts';
import { example, json, openApp } from './support/open-app.tsx';

/** The open requests above the form of a deposit: all are there, and leave the form in sight. */

const options = example('GET', '/deposits/options') as object;
const deposit = example('POST', '/deposits') as object;
const request = (place: number) => ({
  ...deposit,
  id: `0f0cf7f9-0d0e-4a79-8c2b-${String(place).padStart(12, '0')}`,
  reference: `D-AAAA-AAA${place}`,
});
const user = userEvent.setup({ delay: null });
const opens = (count: number) =>
  openApp('/Deposit', {
    answers: {
      'GET /deposits/options': () =>
        json({ ...options, open: Array.from({ length: count }, (_, place) => request(place)) }),
    },
  });

beforeAll(async () => {
  await Promise.all([
    import('#src/flows/deposit/deposit.route.tsx'),
    import('#src/frames/member-frame.tsx'),
    import('#src/ui/toaster.tsx'),
  ]);
});
afterEach(cleanup);

describe('the open requests', () => {
  it('are listed if they are two', async () => {
    await opens(2);
    expect(await screen.findAllByRole('button', { name: /^View request D-AAAA-AAA\d$/ })).toHaveLength(2);
    expect(screen.queryByText(/^Show \d+ more$/)).toBeNull();
  });

  it('show the first two if they are more, and the others at one press', async () => {
    await opens(5);
    const looks = await screen.findAllByRole('button', { name: /^View request/, hidden: true });
    const folded = looks.map((look) => look.closest('details')?.open ?? null);
    expect(folded).toEqual([null, null, false, false, false]);
    await user.click(screen.getByText('Show 3 more'));
    expect(looks.map((look) => look.closest('details')?.open ?? null)).toEqual([null, null, true, true, true]);
    expect(await axeFindings()).toEqual([]);
  });
});
