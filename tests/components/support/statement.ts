import type { components } from '#openapi/api.gen.d.ts';

/** A month that isn't over, with each kind of figure that a statement has. */
export const november: components['schemas']['Statement'] = {
  period: '2026-11',
  timeZone: 'Asia/Tokyo',
  from: '2026-11-01',
  to: '2026-11-30',
  madeAt: '2026-11-21T04:00:00Z',
  isOver: false,
  lines: 5,
  assets: [
    {
      asset: 'USDT',
      opening: '1000.25',
      in: '500',
      out: '-400.000001',
      fees: '40',
      closing: '1100.249999',
      kinds: [
        { kind: 'transferIn', in: '100', out: '0' },
        { kind: 'withdrawal', in: '0', out: '-400.000001' },
        { kind: 'withdrawalReturned', in: '400', out: '0' },
      ],
    },
    { asset: 'BTC', opening: '0.5', in: '0', out: '0', fees: '0', closing: '0.5', kinds: [] },
  ],
  elsewhere: [
    { place: 'withdrawals', asset: 'USDT', amount: '60' },
    { place: 'stakes', asset: 'MP', amount: '1.5' },
  ],
};
