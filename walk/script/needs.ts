// Who walks a script, and what they need in addition to the app.

/** The members of the demo club (README.md) that scripts use. */
export type Who = 'demo' | 'demo2fa' | 'demoWithApp';

/** What a person needs in addition to the app, the least first. */
export const needs = ['app', 'network', 'operator', 'tools'] as const;
/**
 * `app`: nothing else. `network`: a cut connection. `operator`: somebody who changes the club. `tools`: developer
 * tools.
 */
export type Need = (typeof needs)[number];
