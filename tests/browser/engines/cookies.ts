// Cookies that come outside of the page: of answers that were fetched for it.

export interface Cookie {
  readonly name: string;
  readonly value: string;
}

/** A cookie with what the server wants of it (RFC 6265, §4.1). */
export interface SentCookie extends Cookie {
  readonly path: string;
  readonly httpOnly: boolean;
  readonly sameSite?: 'Strict' | 'Lax' | 'None';
  /** When it ends, in seconds since 1970; absent where the browser's end is its own. */
  readonly expires?: number;
}

/** The cookies of a profile. */
export interface Jar {
  read(url: string): Promise<readonly Cookie[]>;
  add(cookie: SentCookie, url: string): Promise<void>;
  remove(name: string): Promise<void>;
}

const MS_PER_SECOND = 1000;
const SAME_SITE = ['Strict', 'Lax', 'None'] as const;

/** What a line of `Set-Cookie` says. One that ends a cookie has a time that is over. */
export function cookieOf(line: string, now = Date.now()): SentCookie {
  const [pair = '', ...rest] = line.split(';').map((part) => part.trim());
  const attributes = new Map(rest.map((part) => [nameOf(part).toLowerCase(), valueOf(part)]));
  const age = attributes.get('max-age');
  const until = attributes.get('expires');
  const expires = age !== undefined ? now / MS_PER_SECOND + Number(age) : until !== undefined ? Date.parse(until) / MS_PER_SECOND : null;
  const sameSite = SAME_SITE.find((each) => each === attributes.get('samesite'));
  return {
    name: nameOf(pair),
    value: valueOf(pair),
    path: attributes.get('path') ?? '/',
    httpOnly: attributes.has('httponly'),
    ...(sameSite === undefined ? {} : { sameSite }),
    ...(expires === null ? {} : { expires: Math.floor(expires) }),
  };
}

const nameOf = (part: string): string => part.split('=', 1)[0] ?? '';
const valueOf = (part: string): string => part.slice(nameOf(part).length + 1);

/** Does with the profile's cookies what the lines of an answer ask for. */
export async function obey(jar: Jar, lines: readonly string[], url: string): Promise<void> {
  for (const line of lines) {
    const cookie = cookieOf(line);
    const isOver = cookie.expires !== undefined && cookie.expires * MS_PER_SECOND <= Date.now();
    await (isOver ? jar.remove(cookie.name) : jar.add(cookie, url));
  }
}
