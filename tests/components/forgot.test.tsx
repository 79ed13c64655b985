import axe from 'axe-core';
import { cleanup, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { SUPPORT_EMAIL } from '#fixtures/support-email.ts';
import { CULTURES } from '#src/i18n/cultures.ts';
import { ForgotPage } from '#src/pages/forgot.page.tsx';
import { renderWithTexts } from './support/with-texts.tsx';

afterEach(cleanup);

/** The entry to recovery (SRC §2). */
describe.each(CULTURES)('/Forgot in %s', (culture) => {
  const shown = () => renderWithTexts(<ForgotPage />, culture, ['forgot']);

  it('leads to the recovery of the password, of the username, of a frozen account, and back', async () => {
    const { t } = (await shown()).i18n;
    const links = screen.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')]);
    expect(links).toEqual([
      [t('forgot:password.go'), '/ForgotPassword'],
      [t('forgot:username.go'), '/ForgotAccount'],
      [t('forgot:frozen.go'), '/Frozen'],
      [t('forgot:mailbox.write', { email: SUPPORT_EMAIL }), `mailto:${SUPPORT_EMAIL}`],
      [t('common:helpLink'), '/Help'],
      [t('forgot:signIn'), '/Signin'],
    ]);
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(t('forgot:title'));
  });

  it('announces how support verifies a member who has lost the mailbox', async () => {
    const { t } = (await shown()).i18n;
    const announcement = screen.getByRole('region', { name: t('forgot:mailbox.title') });
    expect(announcement.textContent).toContain(t('forgot:mailbox.text'));
  });

  it('is accessible', async () => {
    await shown();
    const { violations } = await axe.run(document.body, {
      rules: { 'color-contrast': { enabled: false }, region: { enabled: false } },
    });
    expect(violations.map(({ id }) => id)).toEqual([]);
  });
});
