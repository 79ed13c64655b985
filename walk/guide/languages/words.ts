// What the guide says: of an act, around it in the terminal and in its report; one set of sentences for each language.
import type { ActMail } from '../mails.ts';

/** Counts of a guided walk. */
export interface Counted {
  readonly pass: number;
  readonly fail: number;
  readonly skip: number;
  readonly unjudged: number;
  readonly undone: number;
  /** Acts that were not reached, of all. */
  readonly missed: { readonly count: number; readonly of: number } | null;
  readonly found: number;
}

/** Why a walk ended early. */
export type EndingKind = 'quit' | 'closed' | 'astray' | 'wentOn' | 'begunAgain' | 'again' | 'stopped' | 'lost';

/** The same as a report keeps it for programs, whatever the language of the walk. */
export const ENDINGS: Readonly<Record<EndingKind, string>> = {
  quit: 'The tester ended the walk.',
  closed: 'The window was closed; the walk ends here.',
  astray: 'The tester went where the path does not go.',
  wentOn: 'The app went on by itself, where the path does not go.',
  begunAgain: 'The walk had left the path, and the tester began the path again.',
  again: 'The tester began the path again.',
  stopped: 'The command was stopped; the walk ends here.',
  lost: 'The app is not where the path continues, so the walk ends here.',
};

/** Whom the tester plays. */
export interface MemberFacts {
  readonly username: string;
  readonly password: string;
  readonly email: string;
  /** The key of the authenticator app; null if none is set up. */
  readonly key: string | null;
}

export interface GuideWords {
  /** What a person does, and what the guide does alone. */
  readonly press: (label: string) => string;
  readonly fillIn: (label: string) => string;
  readonly lets: (duration: string) => string;
  readonly seesTo: (happening: string) => string;
  readonly opens: (address: string, isMailed: boolean) => string;
  /** `where` says in English how far the guide goes on before it loads the page again. */
  readonly reloads: (address: string, where: string) => string;
  readonly minutes: (count: number) => string;
  readonly seconds: (count: number) => string;
  readonly on: string;
  readonly off: string;
  readonly empty: string;
  readonly cuts: (call: string) => string;
  readonly garbles: (call: string) => string;
  readonly arranges: (call: string, outcome: string) => string;
  /** What the terminal says around the acts. */
  readonly terminal: {
    readonly making: string;
    /** `number` is that of the script; `1–4` if several acts are done in one go. */
    readonly act: (number: string, count: number, action: string) => string;
    readonly does: (what: string) => string;
    readonly nobody: string;
    readonly signedInAs: (member: string) => string;
    /** Whom the tester plays while nobody is signed in. */
    readonly plays: (member: string) => string;
    readonly member: (member: MemberFacts) => string;
    readonly doIt: (choices: string) => string;
    readonly otherCode: (code: string) => string;
    /** What may be said before an act, after it, and where the path can't go on. */
    readonly before: string;
    readonly question: string;
    readonly againQuestion: string;
    readonly early: (choices: string) => string;
    readonly notUnderstood: (choices: string) => string;
    readonly what: string;
    readonly sameForm: string;
    readonly looks: (slip: string) => string;
    readonly gone: string;
    readonly expect: (what: string) => string;
    readonly seesToo: string;
    readonly seesElse: (found: string) => string;
    readonly picture: (file: string) => string;
    readonly byApp: string;
    readonly mail: (mail: ActMail) => string;
    readonly noted: string;
    readonly report: (file: string) => string;
    readonly reports: (folder: string) => string;
    readonly noReport: string;
    readonly building: string;
    readonly server: string;
    readonly window: string;
    readonly browser: string;
    readonly noWindow: string;
    readonly noDisplay: string;
    readonly stopping: string;
  };
  /** Why a walk ended early. */
  readonly endings: Readonly<Record<EndingKind, string>>;
  /** What the tester did differently. */
  readonly slips: {
    readonly typed: (field: string, told: string, typed: string | null) => string;
    readonly toPress: (label: string) => string;
    readonly startedOver: string;
    readonly wentOn: string;
    readonly pressed: (label: string) => string;
    readonly heard: (event: string) => string;
  };
  /** What the guide finds, as a tester would say it. */
  readonly finds: {
    readonly expected: (wanted: string) => string;
    readonly noAnswer: string;
    readonly different: string;
    readonly shows: (seen: string) => string;
    readonly missing: (controls: string) => string;
    readonly unexpected: (controls: string) => string;
    readonly waits: string;
    readonly shouldWait: string;
    readonly message: string;
    readonly noMessage: string;
    readonly noTexts: (keys: string) => string;
    /** Several labels, each in quotation marks. */
    readonly labels: (labels: readonly string[]) => string;
    /** Between sentences. */
    readonly gap: string;
  };
  readonly report: {
    readonly title: (id: string) => string;
    readonly sentence: (id: string, counted: Counted) => string;
    readonly facts: Readonly<
      Record<
        'began' | 'ended' | 'flow' | 'language' | 'member' | 'revision' | 'browser' | 'again' | 'early' | 'end',
        string
      >
    >;
    readonly window: (browser: string, size: string) => string;
    readonly parts: Readonly<
      Record<
        'data' | 'guide' | 'expected' | 'inChart' | 'otherwise' | 'found' | 'details' | 'verdict' | 'remark' | 'mail',
        string
      >
    >;
    readonly verdicts: Readonly<Record<'pass' | 'fail' | 'skip' | 'none', string>>;
    readonly by: Readonly<Record<'tester' | 'guide' | 'app', (verdict: string) => string>>;
    readonly typed: (value: string, typed: string) => string;
    readonly unkept: string;
    readonly picture: (number: number) => string;
  };
}

/** The counts that are not zero, in words. */
export const counts = (parts: readonly (readonly [number, (count: number) => string])[]): readonly string[] =>
  parts.flatMap(([count, say]) => (count === 0 ? [] : [say(count)]));
