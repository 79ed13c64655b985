import { describe, expect, it } from 'vitest';
import { createRecall } from '#src/session/recall.ts';
import { createStorage } from '#src/session/storage.ts';

/** Where a member wanted to go: the path outlives a reload, a link's token does not (P-1). */

const LINK = '/ChangeEmail2?token=ce%2FZm9vYmFy';

function openTab() {
  const [local, tab] = [new Map<string, string>(), new Map<string, string>()];
  const like = (entries: Map<string, string>) => ({
    getItem: (key: string) => entries.get(key) ?? null,
    setItem: (key: string, value: string) => void entries.set(key, value),
    removeItem: (key: string) => void entries.delete(key),
  });
  const load = () => createRecall(createStorage(like(local), like(tab)));
  return { load, stored: () => JSON.stringify([...local, ...tab]) };
}

describe('the recall', () => {
  it('leads back to a link, token and all, without storing the token', () => {
    const { load, stored } = openTab();
    const recall = load();
    recall.remember(LINK);
    expect(recall.address()).toBe(LINK);
    expect(stored()).toBe(JSON.stringify([['perch.loginRecall', '/ChangeEmail2']]));
  });

  it('leads back to the path alone once the page was loaded again', () => {
    const { load } = openTab();
    load().remember(LINK);
    expect(load().address()).toBe('/ChangeEmail2');
  });

  it.each([
    ['/Account?step=password', '/Account?step=password'],
    ['/Signup?introducer=K7Q2M9XA&position=left', '/Signup?introducer=K7Q2M9XA&position=left'],
    ['/ChangeEmail2?Token=ce%2FZm9v&step=x', '/ChangeEmail2?step=x'],
    ['/ChangeEmail2?step=x&token=a?b&next=/c?d', '/ChangeEmail2?step=x&next=/c?d'],
    ['/History', '/History'],
  ])('stores of %s what is no secret', (address, path) => {
    const { load } = openTab();
    load().remember(address);
    expect(load().address()).toBe(path);
  });

  it('takes back no token for a page that the stored path no longer names', () => {
    const { load } = openTab();
    const [here, elsewhere] = [load(), load()];
    here.remember(LINK);
    elsewhere.remember('/Account');
    expect(here.address()).toBe('/Account');
  });

  it('forgets both', () => {
    const { load } = openTab();
    const recall = load();
    recall.remember(LINK);
    recall.forget();
    expect(recall.address()).toBeNull();
  });
});
