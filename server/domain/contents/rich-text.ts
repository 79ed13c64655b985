// Operators' Markdown as a tree of a few kinds of nodes. It is never turned into HTML: whatever has no kind of node,
// such as raw HTML and pictures, is shown as the characters that were typed, and is refused when a text is set.
import { lexer, type Token, type Tokens } from 'marked';
import type { components } from '#openapi/api.gen.d.ts';

type Schemas = components['schemas'];
export type RichBlock = Schemas['RichBlock'];
export type RichInline = Schemas['RichInline'];

/** A parsed text: its tree, and what it must not contain, as sentences for its author. */
export interface ReadText {
  body: RichBlock[];
  refused: string[];
}

/** Replaces the names of figures by their values. */
export type Fill = (text: string) => string;

/** Paths within the app: a second slash or a backslash would lead to another host. */
const OWN_PATH = /^\/([A-Za-z0-9][A-Za-z0-9/?=&#._-]*)?$/;
const MAIL = /^mailto:[^\s?]+@[^\s?]+$/;
/** `## Fees {#fees}`: the anchor of a link to the heading. */
const HEADING_ID = /\s*\{#([a-z0-9-]{1,64})\}\s*$/;
/** Deeper than anybody writes; unlimited nesting must not exhaust the server. */
const DEEPEST = 6;

/** Parses Markdown. `fill` is applied to words, code and addresses after parsing, so no figure ever becomes markup. */
export function readRichText(markdown: string, fill: Fill = (text) => text): ReadText {
  const reader = new Reader(fill);
  const body = reader.blocks(lexer(markdown), 0);
  const ids = body.flatMap((block) => (block.type === 'heading' ? [block.id] : []));
  const twice = ids.filter((id, index) => ids.indexOf(id) !== index);
  return { body, refused: [...reader.refused, ...twice.map((id) => `two headings have the id ${id}`)] };
}

class Reader {
  readonly refused: string[] = [];
  private readonly fill: Fill;
  private headings = 0;

  constructor(fill: Fill) {
    this.fill = fill;
  }

  blocks(tokens: readonly Token[], depth: number): RichBlock[] {
    return tokens.flatMap((token) => this.block(token as Tokens.Generic, depth));
  }

  private block(token: Tokens.Generic, depth: number): RichBlock[] {
    if (depth > DEEPEST) return [this.refuse(token, 'it is nested too deep')];
    switch (token.type) {
      case 'space':
      case 'def':
        return [];
      case 'heading':
        return [
          depth === 0
            ? this.heading(token as Tokens.Heading)
            : this.refuse(token, 'a heading stands inside of something'),
        ];
      case 'paragraph':
        return [{ type: 'paragraph', content: this.inlines(token.tokens ?? []) }];
      // The words of a list item.
      case 'text':
        return [
          {
            type: 'paragraph',
            content: token.tokens === undefined ? [this.words(token.text as string)] : this.inlines(token.tokens),
          },
        ];
      case 'list': {
        const { ordered, items } = token as Tokens.List;
        return [{ type: 'list', ordered, items: items.map((item) => this.blocks(item.tokens, depth + 1)) }];
      }
      case 'blockquote':
        return [{ type: 'quote', body: this.blocks(token.tokens ?? [], depth + 1) }];
      default:
        return [this.refuse(token, `${NAMES[token.type] ?? token.type} can't be shown`)];
    }
  }

  private heading({ depth, tokens, raw }: Tokens.Heading): RichBlock {
    this.headings += 1;
    if (depth !== 2 && depth !== 3) this.refused.push(`headings are of level 2 or 3: ${excerpt(raw)}`);
    const content = this.inlines(tokens);
    const last = content.at(-1);
    const [whole = '', id] = last?.type === 'text' ? (HEADING_ID.exec(last.text) ?? []) : [];
    if (last?.type === 'text' && id !== undefined)
      content[content.length - 1] = { type: 'text', text: last.text.slice(0, -whole.length) };
    return { type: 'heading', level: depth === 3 ? 3 : 2, id: id ?? `part-${this.headings}`, content };
  }

  private inlines(tokens: readonly Token[]): RichInline[] {
    return tokens.flatMap((token) => this.inline(token as Tokens.Generic));
  }

  private inline(token: Tokens.Generic): RichInline[] {
    switch (token.type) {
      case 'text':
        return token.tokens === undefined ? [this.words(token.text as string)] : this.inlines(token.tokens);
      case 'escape':
        return [this.words(token.text as string)];
      case 'codespan':
        return [{ type: 'code', text: this.fill(token.text as string) }];
      case 'strong':
        return [{ type: 'strong', content: this.inlines(token.tokens ?? []) }];
      case 'em':
        return [{ type: 'emphasis', content: this.inlines(token.tokens ?? []) }];
      case 'br':
        return [{ type: 'break' }];
      case 'link':
        return this.link(token as Tokens.Link);
      default:
        this.refused.push(`${NAMES[token.type] ?? token.type} can't be shown: ${excerpt(token.raw)}`);
        return [{ type: 'text', text: token.raw }];
    }
  }

  /** A link to a forbidden target becomes plain words. */
  private link({ href, tokens, raw }: Tokens.Link): RichInline[] {
    const to = this.fill(href);
    const content = this.inlines(tokens);
    if (isSafeAddress(to)) return [{ type: 'link', to, content }];
    this.refused.push(`links lead to https, mailto or a page of Perch: ${excerpt(raw)}`);
    return content;
  }

  private words(text: string): RichInline {
    return { type: 'text', text: this.fill(text) };
  }

  private refuse(token: Tokens.Generic, why: string): RichBlock {
    this.refused.push(`${why}: ${excerpt(token.raw)}`);
    return { type: 'paragraph', content: [{ type: 'text', text: token.raw.trim() }] };
  }
}

const NAMES: Readonly<Record<string, string>> = {
  html: 'HTML',
  image: 'a picture',
  code: 'a block of code',
  table: 'a table',
  hr: 'a line',
  del: 'struck-out text',
  checkbox: 'a box to tick',
};

/**
 * Whether a link may lead there: to the web by https without a name or password in it, to a mailbox, or to a page of
 * the app.
 */
export function isSafeAddress(address: string): boolean {
  if (OWN_PATH.test(address) || MAIL.test(address)) return true;
  if (!address.startsWith('https://') || /\s/.test(address) || !URL.canParse(address)) return false;
  const { username, password } = new URL(address);
  return username === '' && password === '';
}

function excerpt(raw: string): string {
  const line = raw.trim().split('\n')[0] ?? '';
  return JSON.stringify(line.length > 60 ? `${line.slice(0, 60)}…` : line);
}
