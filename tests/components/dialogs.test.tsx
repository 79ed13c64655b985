import { act as actNow, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { dialogsInSource } from './support/dialogs-in-source.ts';
import { teachDialogs } from './support/dialogs.ts';
import { details, dialogs, saved, sessions, ticket, withdrawal } from './support/asked-dialogs.ts';
import { answersOf, testsOfButtons } from './support/buttons-of-dialogs.ts';
import { example, json, openApp, problem, type Answers } from './support/open-app.tsx';

beforeAll(teachDialogs);
afterEach(cleanup);

/** It leads somewhere, and asks nothing. */
const NOT_ASKING = ['src/ui/member-sheet.tsx'];

testsOfButtons(0);

describe.each(dialogs)('the dialog of $file at $address', ({ address, replies, opener, buttons }) => {
  const [keep, act] = buttons['en-US'];
  const opened = async (others: Answers = {}) => {
    await openApp(address, {
      answers: {
        ...answersOf(replies),
        [`POST /withdrawals/${details.id}/cancel`]: () =>
          json({ ...withdrawal, status: 'cancel', withdrawal: { ...details, cancellable: false } }),
        ...done,
        ...others,
      },
    });
    const [button] = await screen.findAllByRole('button', { name: opener['en-US'] });
    await userEvent.click(button as HTMLElement);
    return button;
  };
  const done: Answers = {
    [`POST /account/sessions/${sessions[1]?.id ?? ''}/end`]: () => json({ ended: 1 }),
    [`POST /addresses/${saved.id}/remove`]: () => json({ items: [] }),
    [`POST /inquiries/${ticket}/close`]: () =>
      json({ ...(example('GET', '/inquiries/{id}') as object), status: 'closed' }),
  };

  it('leaves the focus on a visible heading once the act is done', async () => {
    await opened();
    const dialog = within(await screen.findByRole('dialog'));
    const password = dialog.queryByLabelText('Password');
    if (password !== null) await userEvent.type(password, 'a password');
    await userEvent.click(dialog.getByRole('button', { name: act }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await waitFor(() => expect(document.activeElement?.tagName).toMatch(/^H[12]$/));
    expect(document.activeElement?.closest('main')).not.toBeNull();
  });

  it('stays while it acts, since what was sent can’t be kept, and says what came of it', async () => {
    const fail: (() => void)[] = [];
    const calls = [
      `POST /withdrawals/${details.id}/cancel`,
      'POST /account/endOtherSessions',
      'POST /account/emailPhrase',
      ...Object.keys(done),
    ];
    const unanswered = () =>
      new Promise<Response>((resolve) =>
        fail.push(() => resolve(problem(503, 'unavailable', { retryAfterSeconds: 5 }))),
      );
    await opened(Object.fromEntries(calls.map((call) => [call, unanswered])));
    const dialog = await screen.findByRole('dialog');
    const password = within(dialog).queryByLabelText('Password');
    if (password !== null) await userEvent.type(password, 'a password');
    await userEvent.click(within(dialog).getByRole('button', { name: act }));
    await waitFor(() => expect(fail).toHaveLength(1));
    expect(within(dialog).queryByRole('button', { name: keep })).toBeNull();
    // Escape.
    expect(fireEvent(dialog, new Event('cancel', { cancelable: true }))).toBe(false);
    actNow(() => (dialog as HTMLDialogElement).close());
    expect((dialog as HTMLDialogElement).open).toBe(true);
    fail[0]?.();
    await within(dialog).findByRole('alert');
    await userEvent.click(within(dialog).getByRole('button', { name: keep }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('returns the focus if nothing was done', async () => {
    const button = await opened();
    await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: keep }));
    await waitFor(() => expect(document.activeElement).toBe(button));
  });
});

it('a step of a flow moves the focus to its heading if the pressed control disappeared', async () => {
  await openApp('/Account?step=freeze', {
    answers: { 'POST /account/freeze': () => json(example('POST', '/account/freeze')) },
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Freeze now' }));
  const heading = await screen.findByRole('heading', { level: 1, name: 'Your account is frozen' });
  await waitFor(() => expect(document.activeElement).toBe(heading));
});

it('every dialog that asks is tested here', () => {
  const asking = [...dialogsInSource().keys()].filter((file) => !NOT_ASKING.includes(file));
  expect(asking.toSorted()).toEqual([...new Set(dialogs.map(({ file }) => file))].toSorted());
});
