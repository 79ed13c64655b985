// A refusal disappears when its field has another value; the outcome of the next press is still shown.
import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { example, json, openApp, problem } from './support/open-app.tsx';

const member = example('GET', '/account/userInfo') as object;
const user = userEvent.setup({ delay: null });

it('a refused code does not hide that the next one is still being processed', async () => {
  let tried = 0;
  const verify = () => {
    tried += 1;
    return tried > 1 ? problem(409, 'request_running') : problem(400, 'code_incorrect', { triesLeft: 4 });
  };
  const { sent } = await openApp('/Account?step=verify', {
    answers: {
      'GET /account/userInfo': () => json({ ...member, emailVerified: false }),
      'POST /account/verifyEmailSelf': verify,
    },
  });
  await user.click(await screen.findByRole('button', { name: 'Send code' }));
  const entry = await screen.findByLabelText('6-digit code');
  await user.type(entry, '111111{Enter}');
  await screen.findByRole('alert');
  await user.clear(entry);
  expect(screen.queryByRole('alert')).toBeNull();
  await user.type(entry, '222222{Enter}');
  expect((await screen.findByRole('alert')).textContent).toContain('The server didn’t tell us the result');
  expect(screen.getByRole('button', { name: 'Check now' })).toBeTruthy();
  // It was shown at once, not after the app had asked by itself.
  expect(sent.filter(({ call }) => call.startsWith('GET /requests'))).toEqual([]);
});
