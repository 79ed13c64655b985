import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { teachDialogs } from './support/dialogs.ts';
import { json, openApp, type OpenedApp } from './support/open-app.tsx';

/** The phrase that genuine mails show (decision 0066), on the page of the account. */

const SET = 'POST /account/emailPhrase';
const user = userEvent.setup({ delay: null });

beforeAll(async () => {
  await Promise.all([
    import('#src/pages/security/security.page.tsx'),
    import('#src/frames/member-frame.tsx'),
    import('#src/ui/toaster.tsx'),
  ]);
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

async function open(set: boolean): Promise<OpenedApp> {
  teachDialogs();
  return openApp('/Security', {
    answers: {
      'GET /account/emailPhrase': () => json({ set, shown: true }),
      [SET]: async (request) => {
        const { phrase } = (await request.clone().json()) as { readonly phrase: string | null };
        return json({ set: phrase !== null, shown: true });
      },
    },
  });
}

const form = async () => within(await screen.findByRole('form', { name: 'Email phrase' }));
const field = async () => (await form()).getByLabelText<HTMLInputElement>(/^(New phrase|Phrase)/);

async function proves(act: string): Promise<void> {
  const dialog = within(await screen.findByRole('dialog'));
  await user.type(dialog.getByLabelText('Password'), 'an example passphrase');
  await user.click(dialog.getByRole('button', { name: act }));
}

describe('the phrase', () => {
  it('is set after a proof, and the page says so', async () => {
    const { sent } = await open(false);
    expect((await form()).queryByRole('button', { name: 'Remove phrase' })).toBeNull();
    await user.type(await field(), ' two herons ');
    await user.click((await form()).getByRole('button', { name: 'Save phrase' }));
    expect(await screen.findByRole('heading', { name: 'Save this phrase?' })).toBeDefined();
    await proves('Save phrase');
    expect(await screen.findByText('Your emails now show the phrase.')).toBeDefined();
    expect(sent.find(({ call }) => call === SET)?.body).toEqual({
      phrase: 'two herons',
      password: 'an example passphrase',
    });
    // No page shows it again: whoever uses the device could copy it.
    expect((await form()).getByText(/^Your phrase is set/)).toBeDefined();
    expect(document.body.textContent).not.toContain('two herons');
    expect((await field()).value).toBe('');
  });

  it('is removed after a proof, and the page says so', async () => {
    const { sent } = await open(true);
    expect((await form()).getByText(/^Your phrase is set/)).toBeDefined();
    await user.click((await form()).getByRole('button', { name: 'Remove phrase' }));
    expect(await screen.findByRole('heading', { name: 'Remove the phrase?' })).toBeDefined();
    await proves('Remove phrase');
    expect(await screen.findByText('Your emails no longer show a phrase.')).toBeDefined();
    expect(sent.find(({ call }) => call === SET)?.body).toEqual({ phrase: null, password: 'an example passphrase' });
    await waitFor(async () => expect((await form()).queryByText(/^Your phrase is set/)).toBeNull());
  });

  it.each([
    ['abc', true],
    ['abcd', false],
    ['a'.repeat(40), false],
    ['a'.repeat(41), true],
  ])('%s is refused: %s', async (typed, refused) => {
    await open(false);
    await user.type(await field(), typed);
    await user.click((await form()).getByRole('button', { name: 'Save phrase' }));
    await waitFor(async () =>
      expect([(await field()).getAttribute('aria-invalid'), screen.queryByRole('dialog') !== null]).toEqual([
        refused ? 'true' : null,
        !refused,
      ]),
    );
  });
});
