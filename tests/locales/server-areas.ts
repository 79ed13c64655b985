/** The areas of the server's own texts: no page asks for them, and its tests check that their keys are used. */
export const SERVER_AREAS: readonly string[] = ['mail', 'push', 'statement-file', 'validation'];
