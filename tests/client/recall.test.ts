import { describe, expect, it } from 'vitest';
import { createRecall } from '#src/services/recall.ts';
import { createStorage } from '#src/services/storage.ts';
import { memory } from './memory.ts';

/** The page that a member wanted: its path survives a reload, the token of the mail that opened it does not (P-1). */

const TOKEN = 'ce+Zm9vYmFy';

function openTab() {
  const [local, tab] = [memory(), memory()];
  const load = () => createRecall(createStorage(local, tab));
  return { load, stored: () => JSON.stringify([...local.entries, ...tab.entries]) };
}

describe('the recall', () => {
  it('leads back to a page with the token of its mail, without storing the token', () => {
    const { load, stored } = openTab();
    const recall = load();
    recall.remember('/ChangeEmail2', TOKEN);
    expect([recall.address(), recall.token()]).toEqual(['/ChangeEmail2', TOKEN]);
    expect(stored()).toBe(JSON.stringify([['perch.loginRecall', '/ChangeEmail2']]));
  });

  it('leads back to the page without the token after a reload', () => {
    const { load } = openTab();
    load().remember('/ChangeEmail2', TOKEN);
    const recall = load();
    expect([recall.address(), recall.token()]).toEqual(['/ChangeEmail2', null]);
  });

  it.each(['/Account?step=password', '/Signup?introducer=K7Q2M9XA&position=left', '/History'])(
    'stores %s as it is',
    (address) => {
      const { load } = openTab();
      load().remember(address, null);
      expect(load().address()).toBe(address);
    },
  );

  it('has no token for a page that is no longer the stored one', () => {
    const { load } = openTab();
    const [here, elsewhere] = [load(), load()];
    here.remember('/ChangeEmail2', TOKEN);
    elsewhere.remember('/Account', null);
    expect([here.address(), here.token()]).toEqual(['/Account', null]);
  });

  it('has no token of an earlier page', () => {
    const { load } = openTab();
    const recall = load();
    recall.remember('/ChangeEmail2', TOKEN);
    recall.remember('/ChangeEmail2', null);
    expect(recall.token()).toBeNull();
  });

  it('forgets both', () => {
    const { load } = openTab();
    const recall = load();
    recall.remember('/ChangeEmail2', TOKEN);
    recall.forget();
    expect([recall.address(), recall.token()]).toEqual([null, null]);
  });
});
