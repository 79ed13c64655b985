import { describe, expect, it } from 'vitest';
import type { components } from '#openapi/api.gen.d.ts';
import { daysUpTo, gainOver, gainShareOver, isAnyOnTheWay, ownedOf, totalOfDay } from '#src/pages/dashboard/owned.ts';

type Schemas = components['schemas'];

/** The sum on Home, exact to the last digit, with each part rounded down as the wallet's reply is. */

const AT = '2026-11-21T03:00:00Z';
const LATER = '2026-11-21T03:30:00Z';
const wallet = {
  totalUsd: '100.1',
  ratesAt: AT,
  newestRateAt: AT,
  ratesStale: false,
  balances: [
    { asset: 'BTC', available: '0', underWay: '0.000123456789012345', staked: '0', usd: '0' },
    { asset: 'USDT', available: '100.1', underWay: '20', staked: '5', usd: '100.1' },
    { asset: 'PP', available: '9', underWay: '0', staked: '0', usd: null },
  ],
} as Schemas['Wallet'];
const totals = { runningUsd: '5000.005', maturedUsd: '0.005', accruedMp: '7', earnedMp: '7' };
const rate = (asset: 'BTC' | 'USDT' | 'ETH', usd: string, rest: Partial<Schemas['Rate']> = {}) =>
  ({ asset, usd, at: AT, stale: false, ...rest }) as Schemas['Rate'];
const day = (walletUsd: string, stakedUsd: string, onTheWayUsd = '0', paidInUsd = '0') => ({
  day: '2026-11-21',
  walletUsd,
  stakedUsd,
  onTheWayUsd,
  paidInUsd,
});

describe('what is owned', () => {
  it('is the wallet, the stakes and what is on the way', () => {
    expect(ownedOf(wallet, totals, [rate('BTC', '69000.123'), rate('USDT', '1')])).toEqual({
      walletUsd: '100.1',
      stakedUsd: '5000.01',
      onTheWayUsd: '28.51',
      totalUsd: '5128.62',
      ratesAt: [AT, AT, AT, AT],
      ratesStale: false,
      isPartial: false,
      unvalued: [{ asset: 'PP', amount: '9' }],
    });
  });

  it('says how old the rates are that it was counted with, and whether one is stale', () => {
    const old = '2026-11-19T00:00:00Z';
    const of = (...rates: Schemas['Rate'][]) => ownedOf(wallet, totals, rates);
    expect(of(rate('BTC', '1', { at: LATER }), rate('USDT', '1', { at: old })).ratesAt).toEqual([old, AT, AT, LATER]);
    expect(of(rate('BTC', '1', { stale: true })).ratesStale).toBe(true);
    // What nothing is on the way of is counted with no rate.
    expect(of(rate('ETH', '1', { at: old, stale: true }))).toMatchObject({ ratesAt: [AT, AT], ratesStale: false });
    expect(ownedOf({ ...wallet, ratesAt: null, newestRateAt: null, ratesStale: true }, totals, [])).toMatchObject({
      ratesAt: [],
      ratesStale: true,
    });
  });

  it('says that something is missing if the rates could not be read', () => {
    expect(ownedOf(wallet, totals, null)).toMatchObject({ onTheWayUsd: '0', totalUsd: '5100.11', isPartial: true });
    expect(ownedOf({ ...wallet, balances: [] }, totals, null).isPartial).toBe(false);
    expect(ownedOf(wallet, totals, []).isPartial).toBe(false);
  });

  it('counts nothing for an asset without a rate', () => {
    const { onTheWayUsd, unvalued } = ownedOf(wallet, totals, []);
    expect(onTheWayUsd).toBe('0');
    // What is available counts by the wallet's reply, and what is on the way by the rates.
    expect(unvalued).toEqual([
      { asset: 'BTC', amount: '0.000123456789012345' },
      { asset: 'USDT', amount: '20' },
      { asset: 'PP', amount: '9' },
    ]);
    expect(ownedOf(wallet, totals, null).unvalued).toEqual([{ asset: 'PP', amount: '9' }]);
  });

  it('needs rates only if something is on the way', () => {
    expect(isAnyOnTheWay(wallet)).toBe(true);
    expect(isAnyOnTheWay({ ...wallet, balances: [{ ...wallet.balances[2] }] } as Schemas['Wallet'])).toBe(false);
  });

  it.each([
    [[], '0'],
    [[day('5', '1')], '0'],
    [[day('5', '1'), day('900', '0'), day('4.5', '0.25')], '-1.25'],
    [[day('5', '1'), day('3', '1', '2')], '0'],
    [[day('5', '1', '0', '5'), day('8', '1', '2', '4.99')], '0.01'],
    [[day('5', '1'), day('1', '1', '0', '-4'), day('1.5', '1', '0', '0.75')], '-0.25'],
  ])('has gained over %j %s', (days, gain) => {
    expect(gainOver(days)).toBe(gain);
  });

  it.each([
    [[], null],
    [[day('0', '0'), day('5', '1')], null],
    [[day('5', '1'), day('4.5', '0.25')], '0.20833333'],
    [[day('2', '1'), day('2', '1')], '0'],
    [[day('2', '1', '0', '3'), day('2', '4')], '1'],
    [[day('2', '1'), day('2', '4', '0', '2')], null],
  ])('has gained over %j a share of %s', (days, share) => {
    expect(gainShareOver(days)).toBe(share);
  });

  it('is the last of the days, with what is on the way', () => {
    const owned = ownedOf(wallet, totals, [rate('USDT', '1')]);
    const days = daysUpTo(owned, [day('5000', '100'), day('99', '5000.01', '20')]);
    expect(days.map(totalOfDay)).toEqual(['5100', '5120.11']);
    expect(owned.totalUsd).toBe('5120.11');
    expect(daysUpTo(owned, [])).toEqual([]);
  });
});
