// Whether an answer, or a body, is what the description says: asked of a validator that the server doesn't use.
import { registerSchema, setShouldValidateFormat, validate } from '@hyperjump/json-schema/openapi-3-1';
import '@hyperjump/json-schema/formats';
import type { Json } from '@hyperjump/json-pointer';
import description from '#openapi/perch.gen.json' with { type: 'json' };
import { escapePointer, readRoutes, responsePointer, type RouteObject } from '#server/platform/contract/document.ts';
import { routeOf } from '../ready/request.ts';

export interface Judged {
  readonly status: number;
  /** The media type alone; empty without a body. */
  readonly mediaType: string;
  readonly body: string;
}

type Check = (value: unknown) => string | null;

const OPENAPI = 'https://spec.openapis.org/oas/3.1/schema-base';
const JSON_TYPE = /\bjson$/;
let documents = 0;

export class Judge {
  private readonly address: string;
  private readonly checks = new Map<string, Check>();

  private constructor(address: string) {
    this.address = address;
  }

  /** @param document another description than the product's, for a judge that must contradict it */
  static async open(document: object = description): Promise<Judge> {
    setShouldValidateFormat(true);
    documents += 1;
    const judge = new Judge(`https://judge.example/${documents}`);
    registerSchema(structuredClone(document) as never, judge.address, OPENAPI);
    for (const route of readRoutes()) await judge.compile(route);
    return judge;
  }

  private async compile(route: RouteObject): Promise<void> {
    if (route.hasBody) await this.add(bodyPointer(route));
    for (const [status, mediaTypes] of route.responses)
      for (const mediaType of mediaTypes)
        if (JSON_TYPE.test(mediaType)) await this.add(responsePointer(route, status, mediaType));
  }

  private async add(pointer: string): Promise<void> {
    if (this.checks.has(pointer)) return;
    const check = await validate(`${this.address}#${encodeURI(pointer)}`);
    this.checks.set(pointer, (value) => {
      const found = check(value as Json, 'BASIC');
      if (found.valid) return null;
      return (
        found.errors?.map((error) => `${error.instanceLocation} (${error.absoluteKeywordLocation})`).join(', ') ?? ''
      );
    });
  }

  private at(pointer: string, value: unknown): string | null {
    const check = this.checks.get(pointer);
    if (check === undefined) throw new Error(`nothing is compiled for ${pointer}`);
    return check(value);
  }

  /** Whether a body is one that an operation takes. */
  takes(operationId: string, body: unknown): boolean {
    return this.at(bodyPointer(routeOf(operationId)), body) === null;
  }

  /** What is wrong with an answer of an operation; null if it is as described. */
  answer(operationId: string, { status, mediaType, body }: Judged): string | null {
    const route = routeOf(operationId);
    const mediaTypes = route.responses.get(status);
    if (mediaTypes === undefined) return `${status} is not documented`;
    if (mediaTypes.length === 0) return body === '' ? null : `a body comes with ${status}`;
    if (!mediaTypes.includes(mediaType)) return `${mediaType} is not documented for ${status}`;
    if (!JSON_TYPE.test(mediaType)) return null;
    const value = JSON.parse(body) as { status?: number };
    const found = this.at(responsePointer(route, status, mediaType), value);
    if (found !== null) return found;
    return mediaType === 'application/problem+json' && value.status !== status
      ? `the problem says ${value.status} and the answer ${status}`
      : null;
  }
}

function bodyPointer({ path, method }: RouteObject): string {
  return `/paths/${escapePointer(path)}/${method.toLowerCase()}/requestBody/content/application~1json/schema`;
}
