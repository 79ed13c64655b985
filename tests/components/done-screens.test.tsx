// Every screen on which an act ends leads on to one next step, which is its one filled button; other ways are plain.
import { readFileSync } from 'node:fs';
import { cleanup } from '@testing-library/react';
import type { ComponentProps, ReactNode } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import { SUPPORT_EMAIL } from '#fixtures/support-email.ts';
import type { Area } from '#src/i18n/areas.ts';
import { ChangedScreen } from '#src/flow/changed-screen.tsx';
import { FrozenScreen } from '#src/flow/frozen.tsx';
import { DoneScreen as ThawedScreen } from '#src/flows/account-thaw/screens/done.tsx';
import { LinkSentScreen } from '#src/flows/email-change/screens/link-sent.tsx';
import { ObjectedScreen } from '#src/flows/freeze-link/screens/done.tsx';
import { DoneScreen as PasswordSetScreen } from '#src/flows/password-recovery/screens/done.tsx';
import { DecidedScreen } from '#src/flows/restake/screens/resting.tsx';
import { DoneScreen as RegisteredScreen } from '#src/flows/sign-up/screens/done.tsx';
import { DoneScreen as NameSentScreen } from '#src/flows/username-recovery/screens/done.tsx';
import { DonePanel, type DoneAct } from '#src/pages/receipt/done-panel.tsx';
import { ServicesContext, type Services } from '#src/services/services.ts';
import { FILES } from '#tests/style/repository.ts';
import { NOW } from './support/open-app.tsx';
import { stakes } from './support/figures-of-replies.ts';
import { withdrawal } from './support/receipts.ts';
import { renderWithTexts } from './support/with-texts.tsx';

afterEach(cleanup);

const send = (): void => undefined;
const services = { now: () => NOW, serverNow: () => NOW } as unknown as Services;
/** A flow at its end, reduced to what its last screen reads. */
const ended = (context: object) => ({ context }) as never;
const passwordSet = (frozen: 'no' | 'member' | 'support' | null) => (
  <PasswordSetScreen snapshot={ended({ frozen })} send={send} />
);
const panel = (act: DoneAct, rest: object) => (
  <DonePanel
    act={act}
    receipt={{ ...withdrawal(), ...rest } as unknown as ComponentProps<typeof DonePanel>['receipt']}
  />
);
const [stake] = stakes['items'] as [never];

interface End {
  readonly screen: ReactNode;
  readonly areas: readonly Area[];
  /** The next step. */
  readonly next: string;
}

const receipt = (act: DoneAct, next: string, rest = {}): End => ({
  screen: panel(act, rest),
  areas: ['receipt', 'money', 'wallet', 'dashboard'],
  next,
});

/** Every screen on which an act ends, by what is done. */
const ENDS: Readonly<Record<string, End>> = {
  'a withdrawal': receipt('withdrawalAccepted', 'See receipt'),
  'a transfer': receipt('transferSent', 'See receipt'),
  'an exchange': receipt('exchanged', 'See wallet'),
  'a deposit': receipt('depositCredited', 'See wallet', { asset: 'BTC' }),
  'a deposit of what plans are paid in': receipt('depositCredited', 'See wallet', { asset: 'USDT' }),
  'a purchase': receipt('bought', 'Your stakes'),
  'a restake': receipt('restaked', 'Your stakes'),
  'the withdrawal of a stake': receipt('stakeWithdrawn', 'See wallet'),
  'the choice for a stake, made before': {
    screen: <DecidedScreen snapshot={ended({})} send={send} options={{ stake, choices: [] } as never} />,
    areas: ['restake', 'staking', 'money', 'dashboard'],
    next: 'Back to your stakes',
  },
  'a registration': {
    screen: (
      <RegisteredScreen
        snapshot={ended({ member: { username: 'mika', positionId: 'P-1', referralCode: 'Q9Z8' } })}
        send={send}
      />
    ),
    areas: ['sign-up'],
    next: 'Sign in',
  },
  'a new password': { screen: passwordSet('no'), areas: ['password-recovery'], next: 'Sign in' },
  'a new password, after a reload': { screen: passwordSet(null), areas: ['password-recovery'], next: 'Sign in' },
  'a new password of a frozen account': {
    screen: passwordSet('member'),
    areas: ['password-recovery'],
    next: 'Send link',
  },
  'a new password of an account that support thaws': {
    screen: passwordSet('support'),
    areas: ['password-recovery'],
    next: `Email ${SUPPORT_EMAIL}`,
  },
  'a username by mail': {
    screen: <NameSentScreen snapshot={ended({ email: 'mika@perch.example' })} send={send} />,
    areas: ['username-recovery'],
    next: 'Sign in',
  },
  'a link for an email change': {
    screen: <LinkSentScreen send={send} presentAddress="mika@perch.example" />,
    areas: ['email-change'],
    next: 'Back to your account',
  },
  'a thaw': { screen: <ThawedScreen send={send} />, areas: ['account-thaw'], next: 'Sign in' },
  'a freeze': { screen: <FrozenScreen send={send} />, areas: ['account-freeze'], next: 'Get link to unfreeze' },
  'a freeze that support ends': {
    screen: <FrozenScreen send={send} onlySupport />,
    areas: ['account-freeze'],
    next: 'Go to Help',
  },
  'an objection': {
    screen: <ObjectedScreen snapshot={ended({})} send={send} />,
    areas: ['account-freeze'],
    next: 'Go to Help',
  },
  'a change of a setting': {
    screen: (
      <ChangedScreen
        title="On"
        tab="Setting"
        kind="success"
        next={{ to: '/', label: 'Home' }}
        again="Again"
        onAgain={send}
      >
        It is on.
      </ChangedScreen>
    ),
    areas: [],
    next: 'Home',
  },
};

describe('the end of an act has one filled button, which is its next step', () => {
  it.each(Object.entries(ENDS))('%s', async (_, { screen, areas, next }) => {
    await renderWithTexts(<ServicesContext value={services}>{screen}</ServicesContext>, 'en-US', areas);
    const labels = (selector: string) => [...document.querySelectorAll(selector)].map((each) => each.textContent);
    expect(labels('.btn-primary')).toEqual([next]);
    expect(labels('.btn:not(.btn-primary, .btn-ghost)')).toEqual([]);
  });

  it('on every screen that is named as an end', () => {
    const self = readFileSync('tests/components/done-screens.test.tsx', 'utf8');
    const ends = FILES.filter((file) => /^src\/.*\/(done|frozen|done-panel|changed-screen)\.tsx$/.test(file));
    expect(ends.length).toBeGreaterThan(5);
    expect(ends.filter((file) => !self.includes(`#${file}`))).toEqual([]);
  });
});
