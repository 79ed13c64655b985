// Cookies of responses that do not reach the page itself, since they were fetched outside it.

export interface Cookie {
  readonly name: string;
  readonly value: string;
}

/** A cookie with its attributes, as the server sends it (RFC 6265, §4.1). */
export interface SentCookie extends Cookie {
  readonly path: string;
  readonly httpOnly: boolean;
  readonly sameSite?: 'Strict' | 'Lax' | 'None';
  /** When it expires, in seconds since 1970; absent if it ends with the browser. */
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

/** Parses a `Set-Cookie` line. A line that removes a cookie has a time in the past. */
export function cookieOf(line: string, now = Date.now()): SentCookie {
  const [pair = '', ...rest] = line.split(';').map((part) => part.trim());
  const attributes = new Map(rest.map((part) => [nameOf(part).toLowerCase(), valueOf(part)]));
  const age = attributes.get('max-age');
  const until = attributes.get('expires');
  const expires =
    age !== undefined
      ? now / MS_PER_SECOND + Number(age)
      : until !== undefined
        ? Date.parse(until) / MS_PER_SECOND
        : null;
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

/** Applies the `Set-Cookie` lines of a response to the profile's cookies. */
export async function obey(jar: Jar, lines: readonly string[], url: string): Promise<void> {
  for (const line of lines) {
    const cookie = cookieOf(line);
    const isOver = cookie.expires !== undefined && cookie.expires * MS_PER_SECOND <= Date.now();
    await (isOver ? jar.remove(cookie.name) : jar.add(cookie, url));
  }
}
