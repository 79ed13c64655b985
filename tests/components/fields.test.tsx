import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { Formik } from 'formik';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { Button } from '#src/ui/button.tsx';
import { CheckboxField } from '#src/ui/checkbox-field.tsx';
import { CodeField, digitsOf, grouped } from '#src/ui/code-field.tsx';
import { Form } from '#src/ui/form.tsx';
import { PasswordField } from '#src/ui/password-field.tsx';
import { TextField } from '#src/ui/text-field.tsx';
import { object, string } from '#src/ui/schema.ts';
import { renderWithTexts } from './support/with-texts.tsx';

afterEach(cleanup);

interface Values {
  username: string;
  password: string;
  code: string;
  keep: boolean;
}

const EMPTY: Values = { username: '', password: '', code: '', keep: false };

async function renderForm(fields: ReactNode, onSubmit: (values: Values) => void = () => undefined) {
  const schema = object({
    username: string().required('Username is required.'),
    password: string().required('Password is required.'),
  });
  return renderWithTexts(
    <Formik<Values> initialValues={EMPTY} validationSchema={schema} onSubmit={onSubmit}>
      <Form aria-label="Test">
        {fields}
        <Button type="submit">Send</Button>
      </Form>
    </Formik>,
  );
}

const twoFields = (
  <>
    <TextField name="username" label="Username" hint="As on your card" autoComplete="username" />
    <PasswordField name="password" label="Password" autoComplete="current-password" />
  </>
);

/** A form whose rule takes its words from the page's language. */
function NameForm() {
  const { t } = useTranslation('common');
  const schema = object({ username: string().required(t('field.required', { item: 'Username' })) });
  return (
    <Formik initialValues={{ username: '' }} validationSchema={schema} onSubmit={() => undefined}>
      <Form aria-label="Test">
        <TextField name="username" label="Username" autoComplete="username" />
        <Button type="submit">Send</Button>
      </Form>
    </Formik>
  );
}

describe('a form', () => {
  it('never submits natively, so that no password gets into a URL before the script has loaded', async () => {
    await renderForm(twoFields);
    expect(screen.getByRole('form').getAttribute('method')).toBe('dialog');
  });

  it('that is refused moves to the first invalid field, names its error and keeps what was typed', async () => {
    const onSubmit = vi.fn();
    await renderForm(twoFields, onSubmit);
    await userEvent.type(screen.getByLabelText('Password'), 'secret words');
    await userEvent.click(screen.getByRole('button', { name: 'Send' }));
    const username = screen.getByLabelText('Username');
    await waitFor(() => expect(document.activeElement).toBe(username));
    expect(username.getAttribute('aria-invalid')).toBe('true');
    const described = username
      .getAttribute('aria-describedby')
      ?.split(' ')
      .map((id) => document.getElementById(id)?.textContent);
    expect(described).toEqual(['As on your card', 'Username is required.']);
    expect(screen.getByLabelText('Password')).toHaveProperty('value', 'secret words');
    expect(onSubmit).not.toHaveBeenCalled();
  });

  it('moves to an error at a submit alone: correcting one field does not jump to the next', async () => {
    await renderForm(twoFields);
    await userEvent.click(screen.getByRole('button', { name: 'Send' }));
    const username = screen.getByLabelText('Username');
    await waitFor(() => expect(document.activeElement).toBe(username));
    await userEvent.type(screen.getByLabelText('Password'), 'secret words');
    await userEvent.clear(screen.getByLabelText('Password'));
    await screen.findByText('Password is required.');
    expect(document.activeElement).toBe(screen.getByLabelText('Password'));
    await userEvent.click(screen.getByRole('button', { name: 'Send' }));
    await waitFor(() => expect(document.activeElement).toBe(username));
  });

  it('shows its errors in another language as soon as the page is in it', async () => {
    const { i18n } = await renderWithTexts(<NameForm />);
    await userEvent.click(screen.getByRole('button', { name: 'Send' }));
    const before = i18n.t('field.required', { item: 'Username' });
    expect(await screen.findByText(before)).toBeDefined();
    await act(() => i18n.changeLanguage('ja-JP'));
    const after = i18n.t('field.required', { item: 'Username' });
    expect(after).not.toBe(before);
    expect(await screen.findByText(after)).toBeDefined();
  });

  it('that is complete submits its values once', async () => {
    const onSubmit = vi.fn();
    await renderForm(
      <>
        {twoFields}
        <CheckboxField name="keep" label="Keep me signed in" />
      </>,
      onSubmit,
    );
    await userEvent.type(screen.getByLabelText('Username'), 'demo');
    await userEvent.type(screen.getByLabelText('Password'), 'secret words');
    await userEvent.click(screen.getByLabelText('Keep me signed in'));
    await userEvent.keyboard('{Enter}');
    await userEvent.click(screen.getByRole('button', { name: 'Send' }));
    await waitFor(() => expect(onSubmit).toHaveBeenCalled());
    expect(onSubmit.mock.calls[0]?.[0]).toEqual({ ...EMPTY, username: 'demo', password: 'secret words', keep: true });
  });
});

describe('a password', () => {
  it('is shown on request and hidden again when the form is submitted', async () => {
    await renderForm(twoFields);
    const password = screen.getByLabelText('Password');
    const eye = screen.getByRole('button', { name: 'Show password' });
    expect(password.getAttribute('type')).toBe('password');
    await userEvent.click(eye);
    expect(password.getAttribute('type')).toBe('text');
    expect(eye.getAttribute('aria-pressed')).toBe('true');
    await userEvent.click(screen.getByRole('button', { name: 'Send' }));
    await waitFor(() => expect(password.getAttribute('type')).toBe('password'));
  });
});

describe('a code', () => {
  it.each([
    ['123456', '123456'],
    ['１２３ ４５６', '123456'],
    ['12-34-56 78', '123456'],
    ['abc', ''],
  ])('typed as "%s" counts as "%s"', (typed, digits) => {
    expect(digitsOf(typed, 6)).toBe(digits);
  });

  it.each([
    ['', ''],
    ['12', '12'],
    ['123', '123'],
    ['1234', '123 4'],
    ['123456', '123 456'],
  ])('"%s" is shown as "%s"', (digits, shown) => {
    expect(grouped(digits)).toBe(shown);
  });

  it('can be pasted, corrected in the middle, and reaches the form as plain digits', async () => {
    const onSubmit = vi.fn();
    await renderForm(
      <>
        {twoFields}
        <CodeField name="code" label="Code" />
      </>,
      onSubmit,
    );
    await userEvent.type(screen.getByLabelText('Username'), 'demo');
    await userEvent.type(screen.getByLabelText('Password'), 'secret words');
    const code = screen.getByLabelText<HTMLInputElement>('Code');
    await userEvent.click(code);
    await userEvent.paste('123 456');
    expect(code.value).toBe('123 456');
    code.setSelectionRange(2, 2);
    await userEvent.keyboard('{Backspace}9');
    expect(code.value).toBe('193 456');
    expect(code.selectionStart).toBe(2);
    await userEvent.click(screen.getByRole('button', { name: 'Send' }));
    await waitFor(() => expect(onSubmit.mock.calls[0]?.[0]).toHaveProperty('code', '193456'));
  });

  it('is not rewritten while an input method composes it, and is read in the end', async () => {
    const onSubmit = vi.fn();
    await renderForm(
      <>
        {twoFields}
        <CodeField name="code" label="Code" />
      </>,
      onSubmit,
    );
    await userEvent.type(screen.getByLabelText('Username'), 'demo');
    await userEvent.type(screen.getByLabelText('Password'), 'secret words');
    const code = screen.getByLabelText<HTMLInputElement>('Code');
    await userEvent.click(code);
    fireEvent.compositionStart(code);
    for (const value of ['１', '１２', '１２３４']) {
      fireEvent.input(code, { target: { value }, isComposing: true });
      expect(code.value).toBe(value);
    }
    fireEvent.compositionEnd(code);
    expect(code.value).toBe('123 4');
    expect(code.selectionStart).toBe(5);
    await userEvent.keyboard('56');
    expect(code.value).toBe('123 456');
    await userEvent.click(screen.getByRole('button', { name: 'Send' }));
    await waitFor(() => expect(onSubmit.mock.calls[0]?.[0]).toHaveProperty('code', '123456'));
  });

  it('can be filled in by the phone from a message', async () => {
    await renderForm(<CodeField name="code" label="Code" />);
    const code = screen.getByLabelText('Code');
    expect([code.getAttribute('autocomplete'), code.getAttribute('inputmode')]).toEqual(['one-time-code', 'numeric']);
  });
});

describe('a busy button', () => {
  it('keeps the focus, says that it is busy, and takes no second press', async () => {
    const onClick = vi.fn();
    await renderWithTexts(
      <Button busy onClick={onClick} data-event="CONFIRM">
        Sending
      </Button>,
    );
    const button = screen.getByRole('button', { name: 'Sending' });
    button.focus();
    await userEvent.click(button);
    expect(onClick).not.toHaveBeenCalled();
    expect(document.activeElement).toBe(button);
    expect([button.getAttribute('aria-busy'), button.getAttribute('aria-disabled'), button.dataset['event']]).toEqual([
      'true',
      'true',
      'CONFIRM',
    ]);
  });
});
