import { cleanup, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { Formik } from 'formik';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { Button } from '#src/ui/button.tsx';
import { Form } from '#src/ui/form.tsx';
import { newPasswordRule, NewPasswordField } from '#src/ui/new-password-field.tsx';
import { strengthOf } from '#src/ui/password-strength.ts';
import { object } from '#src/ui/schema.ts';
import { renderWithTexts } from './support/with-texts.tsx';

afterEach(cleanup);

describe('the strength of a password', () => {
  it.each([
    ['', '', 'tooShort'],
    ['elevenchars', '', 'tooShort'],
    ['🙂🙂🙂🙂🙂🙂🙂🙂🙂🙂🙂', '', 'tooShort'],
    ['aaaaaaaaaaaaaaaaaaaaaaaa', '', 'weak'],
    ['my perch is nice here', '', 'weak'],
    ['Nori-likes-green-rice', 'nori', 'weak'],
    ['harbour violin', 'nori', 'fair'],
    ['harbour violin sevenfold', 'nori', 'strong'],
    ['港口小提琴七重春天的大海', '', 'fair'],
  ])('"%s" of "%s" is %s', (password, username, strength) => {
    expect(strengthOf(password, username)).toBe(strength);
  });
});

function Choosing({
  refusals = [],
  onSubmit = vi.fn(),
}: {
  readonly refusals?: readonly string[];
  readonly onSubmit?: (values: object) => void;
}) {
  const { t } = useTranslation(['new-password', 'common']);
  return (
    <Formik
      initialValues={{ password: '' }}
      validationSchema={object({ password: newPasswordRule(t, 'New password') })}
      onSubmit={onSubmit}
    >
      <Form aria-label="Test">
        <NewPasswordField name="password" label="New password" username="nori" refusals={refusals} />
        <Button type="submit">Send</Button>
      </Form>
    </Formik>
  );
}

/** A page whose server refuses what it receives. */
function Refusing() {
  const [refusals, setRefusals] = useState<readonly string[]>([]);
  return <Choosing refusals={refusals} onSubmit={() => setRefusals(['This password is too common.'])} />;
}

const show = (page: ReactNode) => renderWithTexts(page, 'en-US', ['new-password']);

describe('a new password', () => {
  it('comes with words: what is required, what is missing, how strong it is', async () => {
    await show(<Choosing />);
    expect(screen.getByText(/^12 characters or more\./)).toBeTruthy();
    await userEvent.type(screen.getByLabelText('New password'), 'harbour vio');
    expect(screen.getByText('1 more character needed.')).toBeTruthy();
    await userEvent.paste('lin sevenfold');
    expect(screen.getByText('Strong.').getAttribute('aria-live')).toBe('polite');
  });

  it('is not sent while it is too short', async () => {
    const onSubmit = vi.fn();
    await show(<Choosing onSubmit={onSubmit} />);
    await userEvent.type(screen.getByLabelText('New password'), 'harbour{Enter}');
    await waitFor(() => expect(screen.getByText('Use at least 12 characters.')).toBeTruthy());
    expect(onSubmit).not.toHaveBeenCalled();
  });

  it('shows the server’s sentences at the field until it is changed', async () => {
    await show(<Refusing />);
    await userEvent.type(screen.getByLabelText('New password'), 'harbour violin{Enter}');
    await waitFor(() => expect(screen.getByText('This password is too common.')).toBeTruthy());
    expect(screen.getByLabelText('New password').getAttribute('aria-invalid')).toBe('true');
    await userEvent.type(screen.getByLabelText('New password'), ' sevenfold');
    await waitFor(() => expect(screen.queryByText('This password is too common.')).toBeNull());
  });
});
