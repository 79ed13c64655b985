import type { Config } from '#server/platform/config/config.ts';

/**
 * The content security policy of S-13, for the server's answers and for the pages it serves.
 *
 * @param embedded hashes of inline styles and scripts, such as `'sha256-…'`; computed at build time
 */
export function contentSecurityPolicy(
  config: Pick<Config, 'apiOrigins'>,
  { styleHashes, scriptHashes }: { styleHashes: string[]; scriptHashes: string[] } = {
    styleHashes: [],
    scriptHashes: [],
  },
): string {
  const directives: Record<string, string[]> = {
    'default-src': ["'none'"],
    'script-src': ["'self'", ...scriptHashes],
    'style-src': ["'self'", ...styleHashes],
    'img-src': ["'self'", 'data:'],
    'connect-src': ["'self'", ...config.apiOrigins],
    'object-src': ["'none'"],
    'base-uri': ["'none'"],
    'frame-ancestors': ["'none'"],
    'form-action': ["'self'"],
    'require-trusted-types-for': ["'script'"],
    // The one existing policy (src/frames/register-worker.ts): injected code cannot create its own.
    'trusted-types': ['perch-worker'],
  };
  return Object.entries(directives)
    .map(([name, values]) => `${name} ${values.join(' ')}`)
    .join('; ');
}

/**
 * Features that browsers offer to pages, and that Perch does not use. Naming an unknown feature logs an error in the
 * browser's console.
 */
const UNUSED = [
  'accelerometer',
  'autoplay',
  'browsing-topics',
  'display-capture',
  'encrypted-media',
  'fullscreen',
  'gamepad',
  'geolocation',
  'gyroscope',
  'hid',
  'idle-detection',
  'local-fonts',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'picture-in-picture',
  'screen-wake-lock',
  'serial',
  'usb',
  'window-management',
  'xr-spatial-tracking',
];
/** To make and use passkeys, and to copy, paste and scan an address. */
const USED = [
  'publickey-credentials-create',
  'publickey-credentials-get',
  'camera',
  'clipboard-read',
  'clipboard-write',
];

/** The permissions policy of every answer. */
export const PERMISSIONS_POLICY = [
  ...UNUSED.map((feature) => `${feature}=()`),
  ...USED.map((feature) => `${feature}=(self)`),
].join(', ');
