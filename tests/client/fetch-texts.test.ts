import { beforeEach, expect, it, vi } from 'vitest';
import { createI18n, type LoadArea } from '#src/i18n/create-i18n.ts';
import { fetchTexts } from '#src/i18n/fetch-texts.ts';

const load = vi.fn<LoadArea>();

beforeEach(() => load.mockReset());
const made = () => createI18n({ culture: 'en-US', catalogue: { common: {}, problems: {} }, load });

it('what could not be fetched ahead is asked for by the visit, and what could is there', async () => {
  const i18n = made();
  load.mockImplementation((_, area) =>
    area === 'wallet' ? Promise.resolve({ title: 'My wallet' }) : Promise.reject(new TypeError('Failed to fetch')),
  );
  await fetchTexts(i18n, ['staking', 'wallet'], load);
  expect([i18n.t('wallet:title'), i18n.hasLoadedNamespace('staking')]).toEqual(['My wallet', false]);
  load.mockResolvedValue({ title: 'Stakes' });
  await i18n.loadNamespaces(['staking', 'wallet']);
  expect(i18n.t('staking:title')).toBe('Stakes');
  expect(load.mock.calls.map(([, area]) => area)).toEqual(['staking', 'wallet', 'staking']);
});

it('is asked for again by the next fetch ahead, and never twice once it is there', async () => {
  const i18n = made();
  load.mockRejectedValueOnce(new TypeError('Failed to fetch')).mockResolvedValue({ title: 'Stakes' });
  for (const _ of [1, 2, 3]) await fetchTexts(i18n, ['staking'], load);
  expect([i18n.t('staking:title'), load.mock.calls.length]).toEqual(['Stakes', 2]);
});
