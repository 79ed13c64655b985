import { inWords } from '#machines/graph/words.ts';
import { counted } from '#walk/paths/words-of.ts';
import { toldByTester } from './en-US.steps.ts';
import { ENGLISH_WAYS } from './en-US.ways.ts';
import type { Happening, Leaving, Words } from './words.ts';

const HAPPENINGS: Readonly<Record<Happening, string>> = {
  SIGNED_IN: 'Sign in.',
  SIGNED_OUT: 'Sign out in another tab of the same browser.',
  SESSION_ENDED: 'Sign this device out on another device (Account, Devices); then follow any link here.',
  TOKENS_RENEWED: 'Wait until another tab of the same browser has renewed the sign-in: five minutes before its end.',
  RENEWAL_DUE: 'Leave the page alone until the sign-in is due to be renewed, then come back to it.',
  BALANCE_READ:
    'Let the balance change by moving money of the same member on another device; then come back to this page.',
  DEVICE_CANCELLED:
    'Press the button with which the device is asked for the passkey, then close what the browser asks.',
  DEVICE_KNOWN: 'Press "Create passkey" and choose a device that has a passkey of this member already.',
  DEVICE_UNSUPPORTED:
    'Press the button with which the device is asked for the passkey in a browser that can use none, for example without a screen lock and without Bluetooth.',
  DEVICE_FAILED:
    'Press the button with which the device is asked for the passkey, and pull out the security key while it blinks.',
};

const SAVED_ONLY =
  'Ask to turn withdrawing only to saved addresses off again, and walk withdrawals as another member until the wait is over.';

const LEFT: Readonly<Record<Leaving, (passphrase: string) => string>> = {
  'account-freeze/frozen': () => 'Unfreeze the account with the link in the email (/outbox).',
  'freeze-link/showingFrozen': () => 'Unfreeze the account with the link in the email (/outbox).',
  'password-change/changed': (passphrase) => `Change the password back to ${passphrase}.`,
  'password-recovery/showingDone': (passphrase) =>
    `Change the password back to ${passphrase}, and walk money flows as another member for 24 hours: the money is on hold.`,
  'two-factor/bound': () => 'Remove the authenticator app that is set up now.',
  'two-factor/unbound': () => 'Set up an authenticator app again with the key in README.md.',
  'two-factor/codesRenewed': () => 'Note the new recovery codes for later scripts: those in README.md no longer work.',
  'passkeys/added': () =>
    'Remove the passkey, and walk money flows as another member for 24 hours: the money is on hold.',
  'allow-list/turnedOn': () => SAVED_ONLY,
  'allow-list/kept': () => SAVED_ONLY,
  'allow-list/turnedOff': () =>
    'Walk withdrawals as another member until the wait is over: until then they go only to saved addresses.',
  'email-change/changed': () => 'Change the email back.',
  'withdrawal/accepted': () => 'Open the receipt of the withdrawal that is in process now, and cancel it.',
  'transfer/sent': () => 'Have the recipient send the money back where a later script needs it.',
  'exchange/exchanged': () => 'Exchange the money back where a later script needs it.',
  'purchase/bought': () => 'Start with an empty DATA_DIR where the money is missing later: a stake can’t be undone.',
  'restake/decided': () => 'Start with an empty DATA_DIR for another try: a decided stake can’t be undone.',
  'contact/sent': () => 'Leave the inquiry as it is: it waits for an answer.',
  'sign-up/signedUp': () => 'Sign the new member out.',
  'deposit/credited': () => 'Leave the deposit as it is: the balance is larger now.',
};

function statusInWords(status: number): string {
  if (status === 400) return 'the entries are refused, though the form lets them through';
  if (status === 401) return 'not signed in, or no longer';
  if (status === 409) return 'it contradicts what is so already';
  if (status === 429) return 'too many attempts; or repeat the step until it comes by itself';
  if (status === 503) return 'maintenance';
  return status >= 500 ? 'a server error' : 'refused';
}

export const english: Words = {
  names: null,
  ways: ENGLISH_WAYS,
  listed: (id, title, acts) => `${id}: ${title} (${counted(acts, 'act')})`,
  person: (who, passphrase) =>
    ({
      demo: `demo (password ${passphrase}; no second factor)`,
      demo2fa: `demo2fa (password ${passphrase}; authenticator key JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP, recovery codes DEMO-CODE-0000-0001 to -0010, each once)`,
      demoWithApp: `demo (password ${passphrase}), for whom you have set up an authenticator app (Account)`,
    })[who],
  use: (person) => `Use ${person}.`,
  clubIsOpen: 'The demo club of npm start is open in a browser.',
  newcomer: (introducer) => `No one is signed in, and the referrer is the member ${introducer}.`,
  signedInAs: (person) => `You are signed in as ${person}.`,
  haveMember: (person) => `You have the member ${person}.`,
  offline: (call) => `Take the network away (developer tools, Network, "Offline") so that ${call} gets no answer.`,
  unknownReply: (call) =>
    `Override the answer of ${call} (developer tools, Network, "Override content") with one that the description doesn't know, such as status 418.`,
  through: (flow, outcome) => `Go through "${flow}" so that it ends with "${outcome}" (npm run walk -- ${flow}).`,
  answers: (call, status) =>
    `Let ${call} answer ${status} (${statusInWords(status)}) by overriding the answer in the developer tools, Network.`,
  answerIsLost: (call, hadEffect) =>
    hadEffect
      ? `See that ${call} reaches the server nevertheless: only its answer is lost.`
      : `See that ${call} does not reach the server.`,
  loadedAgain: (call, hadEffect) =>
    hadEffect
      ? `See that ${call} has reached the server before the page is loaded again.`
      : `See that ${call} has not reached the server when the page is loaded again.`,
  elsewhere: 'Do the same in another tab, up to its end.',
  addressAsked: 'Ask support for another email for the account.',
  frozenBySupport: 'Have support freeze the account.',
  appOnAccount: 'Set up an authenticator app for the account.',
  elevenMinutes: 'Wait eleven minutes before you go on.',
  networkBack: 'Give the network back.',
  overrideOff: (call) => `Take the override of ${call} off.`,
  left: (at, passphrase) => LEFT[at](passphrase),
  leftHold:
    'Walk other money scripts as another member, or start with an empty DATA_DIR: the new password puts this member’s money on hold for 24 hours.',
  leftApp: 'Remove the authenticator app that is set up now.',
  happens: (event) => HAPPENINGS[event],
  outside: (event) => `Let this happen outside of this screen: ${inWords(event)}.`,
  open: (address) => `Open ${address}.`,
  stakeByLink: 'stake=… by the link beside the stake on /Staking',
  loadAgain: 'Load the page again.',
  wait: (count, unit, timer) => `Wait ${count} ${unit} (${inWords(timer)}) and do nothing.`,
  waitFor: (call) => `Wait for ${call}.`,
  press: (label) => `Press "${label}".`,
  appCode: 'a code of the authenticator app that was not used yet',
  mailedCode: 'the code in the newest email (/outbox)',
  recoveryCode: 'where the screen asks for one, a recovery code that was not used yet',
  presentAddress: 'the email address that the account has now',
  ownUsername: 'your own username',
  memberElsewhere: 'the username of a member of another organization',
  or: ', or ',
  on: 'on',
  off: 'off',
  empty: '(leave empty)',
  languageNote: (culture) => `The language of the app is ${culture}.`,
  needs: {
    app: 'It can be walked with the app alone.',
    network: 'It takes cutting the connection (developer tools, Network, "Offline").',
    operator: 'It takes an operator who changes the club meanwhile (npm run operator -- help).',
    tools: 'It takes developer tools; npm run walk -- guide does that part by itself.',
  },
  seen: {
    over: (kind, page) => `the flow is over (${inWords(kind)}), and the app goes on to ${page}`,
    state: (name) => `the state ${inWords(name)}`,
    screen: (title) => `the screen "${title}"`,
    at: (route) => `at ${route}`,
    waiting: 'waiting, with nothing to press',
    message: (text) => `with the message "${text}"`,
    sentence: (parts, state) => `${parts.join(' ')}${state === null ? '' : ` (${state})`}.`,
  },
  gherkin: {
    language: 'en',
    feature: 'Feature',
    scenario: 'Scenario',
    given: 'Given',
    when: 'When',
    then: 'Then',
    and: 'And',
    gap: ' ',
    step: (sentence) => toldByTester(sentence),
    filledIn: (act) => `I fill in the form as follows, and ${toldByTester(act)}`,
    afterwards: (sentence) => toldByTester(sentence, 'then'),
    atTheEnd: (sentence) => toldByTester(sentence, 'finally'),
    field: 'field',
    value: 'value',
    several: 'Paths through the flows of Perch',
  },
  page: {
    fillIn: 'Fill in the form. ',
    beforeIt: 'Before it',
    expect: 'Expect',
    afterIt: 'After it',
    atTheEnd: 'At the end',
    beforeYouBegin: 'Before you begin',
    gap: ' ',
    colon: ': ',
    quoted: (text) => `"${text}"`,
  },
};
