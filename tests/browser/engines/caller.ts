// Calls of the club from outside the page, with the cookies of its profile.
import { Buffer } from 'node:buffer';
import { obey, type Jar } from './cookies.ts';
import { sendWhole, type Answer } from './middleman.ts';

export interface CallOptions {
  readonly method?: string;
  readonly data?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

export class Caller {
  private readonly jar: Jar;

  constructor(jar: Jar) {
    this.jar = jar;
  }

  async fetch(url: string, { method = 'GET', data, headers = {} }: CallOptions = {}): Promise<Answer> {
    const cookie = (await this.jar.read(url)).map(({ name, value }) => `${name}=${value}`).join('; ');
    const type = data === undefined ? {} : { 'content-type': 'application/json' };
    const lower = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
    const answer = await sendWhole({
      url,
      method,
      headers: { ...type, ...(cookie === '' ? {} : { cookie }), ...lower },
      body: Buffer.from(data === undefined ? '' : JSON.stringify(data)),
    });
    await obey(this.jar, answer.headers()['set-cookie'] ?? [], url);
    return answer;
  }

  get(url: string, options: CallOptions = {}): Promise<Answer> {
    return this.fetch(url, options);
  }

  post(url: string, options: CallOptions = {}): Promise<Answer> {
    return this.fetch(url, { ...options, method: 'POST' });
  }
}
