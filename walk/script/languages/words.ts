// What a script says besides the texts of the app: one set of sentences for each language.
import type { WAYS } from '#machines/chart/arrangements.ts';
import type { Need, Who } from '../needs.ts';
import type { Names } from './names.ts';

export type Ways = Readonly<Record<keyof typeof WAYS, string>>;

/** What happens outside the screen. */
export type Happening =
  | 'SIGNED_IN'
  | 'SIGNED_OUT'
  | 'SESSION_ENDED'
  | 'TOKENS_RENEWED'
  | 'RENEWAL_DUE'
  | 'BALANCE_READ'
  | 'DEVICE_CANCELLED'
  | 'DEVICE_KNOWN'
  | 'DEVICE_UNSUPPORTED'
  | 'DEVICE_FAILED';

/** Where a flow leaves something behind on the member, or on the club. */
export const LEAVING = [
  'account-freeze/frozen',
  'freeze-link/showingFrozen',
  'password-change/changed',
  'password-recovery/showingDone',
  'two-factor/bound',
  'two-factor/unbound',
  'two-factor/codesRenewed',
  'passkeys/added',
  'allow-list/turnedOn',
  'allow-list/kept',
  'allow-list/turnedOff',
  'email-change/changed',
  'withdrawal/accepted',
  'transfer/sent',
  'exchange/exchanged',
  'purchase/bought',
  'restake/decided',
  'contact/sent',
  'sign-up/signedUp',
  'deposit/credited',
] as const;
export type Leaving = (typeof LEAVING)[number];

/** What is visible, part by part. */
export interface Seen {
  /** `page` is the one that the app goes on to. */
  over(kind: string, page: string): string;
  state(name: string): string;
  screen(title: string): string;
  at(route: string): string;
  readonly waiting: string;
  message(text: string): string;
  /** The parts as a sentence, with the chart's name of the state; null if the flow is over. */
  sentence(parts: readonly string[], state: string | null): string;
}

/** The keywords of Gherkin in this language, and what its steps begin with. */
export interface Gherkin {
  readonly language: string;
  readonly feature: string;
  readonly scenario: string;
  readonly given: string;
  readonly when: string;
  readonly then: string;
  readonly and: string;
  /** Between a keyword and its sentence. */
  readonly gap: string;
  /** A sentence of a script as a step. */
  readonly step: (sentence: string) => string;
  /** An act before which the form is filled in as a table says. */
  readonly filledIn: (act: string) => string;
  /** What is undone after an act, and after the last one. */
  readonly afterwards: (sentence: string) => string;
  readonly atTheEnd: (sentence: string) => string;
  readonly field: string;
  readonly value: string;
  readonly several: string;
}

/** The layout of a script as Markdown. */
export interface Page {
  readonly fillIn: string;
  readonly beforeIt: string;
  readonly expect: string;
  readonly afterIt: string;
  readonly atTheEnd: string;
  readonly beforeYouBegin: string;
  /** Between sentences. */
  readonly gap: string;
  /** Between a label and its value. */
  readonly colon: string;
  quoted(text: string): string;
}

export interface Words {
  /** Null for English, whose words are the names of the charts themselves. */
  readonly names: Names | null;
  readonly ways: Ways;
  /** A line of a list of paths: how many acts each has. */
  listed(id: string, title: string, acts: number): string;
  /** The members of the demo club. */
  person(who: Who, passphrase: string): string;
  use(person: string): string;
  readonly clubIsOpen: string;
  newcomer(introducer: string): string;
  signedInAs(person: string): string;
  haveMember(person: string): string;
  /** How a failure is brought about that no way is written down for. */
  offline(call: string): string;
  unknownReply(call: string): string;
  through(flow: string, outcome: string): string;
  answers(call: string, status: number): string;
  /** What is arranged at the act that sends a call whose answer is lost. */
  answerIsLost(call: string, hadEffect: boolean): string;
  loadedAgain(call: string, hadEffect: boolean): string;
  readonly elsewhere: string;
  readonly appOnAccount: string;
  readonly frozenBySupport: string;
  readonly addressAsked: string;
  readonly elevenMinutes: string;
  readonly networkBack: string;
  overrideOff(call: string): string;
  left(at: Leaving, passphrase: string): string;
  readonly leftHold: string;
  readonly leftApp: string;
  happens(event: Happening): string;
  outside(event: string): string;
  open(address: string): string;
  readonly stakeByLink: string;
  readonly loadAgain: string;
  wait(count: number, unit: 'minutes' | 'seconds', timer: string): string;
  waitFor(call: string): string;
  press(label: string): string;
  readonly appCode: string;
  readonly mailedCode: string;
  readonly recoveryCode: string;
  readonly presentAddress: string;
  readonly ownUsername: string;
  readonly memberElsewhere: string;
  readonly or: string;
  readonly on: string;
  readonly off: string;
  readonly empty: string;
  languageNote(culture: string): string;
  readonly needs: Readonly<Record<Need, string>>;
  readonly seen: Seen;
  readonly gherkin: Gherkin;
  readonly page: Page;
}
