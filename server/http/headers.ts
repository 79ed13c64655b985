import type { Config } from '#server/config.ts';

/**
 * The content security policy of security rule 13, for the server's answers and for the pages it serves.
 *
 * @param styleHashes hashes of styles that stand in the page, such as `'sha256-…'`; made at build
 */
export function contentSecurityPolicy(config: Pick<Config, 'apiOrigins'>, styleHashes: string[] = []): string {
  const directives: Record<string, string[]> = {
    'default-src': ["'none'"],
    'script-src': ["'self'"],
    'style-src': ["'self'", ...styleHashes],
    'img-src': ["'self'", 'data:'],
    'connect-src': ["'self'", ...config.apiOrigins],
    'object-src': ["'none'"],
    'base-uri': ["'none'"],
    'frame-ancestors': ["'none'"],
    'form-action': ["'self'"],
    'require-trusted-types-for': ["'script'"],
  };
  return Object.entries(directives)
    .map(([name, values]) => `${name} ${values.join(' ')}`)
    .join('; ');
}
