// The environment of a program of ours that a test starts.

/**
 * What a program finds its files by, and how it talks. Settings of a server that happen to be in the shell stay out.
 */
const ALLOWED = /^(PATH|HOME|USER|LOGNAME|SHELL|TMPDIR|TZ|LANG|LANGUAGE|LC_\w+|(https?|no)_proxy|npm_\w+)$/i;

/** What remains of an environment for a program that gets the rest as settings. */
export function cleanEnvironment(env: NodeJS.ProcessEnv = process.env): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([name]) => ALLOWED.test(name)));
}
