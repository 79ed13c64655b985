import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { components } from '#openapi/api.gen.d.ts';

type Schemas = components['schemas'];
type Inline = Schemas['RichInline'];
type Block = Schemas['RichBlock'];

/** The links that the server allows; any other address is shown as text. */
const WEB = /^https:\/\//;
const MAIL = /^mailto:/;
const OWN = /^\/(?![/\\])/;

/** A text of the club: a tree with a few types of nodes, so it contains no markup that would have to be trusted. */
export function RichText({ body }: { readonly body: Schemas['RichText'] }) {
  return <div className="flex flex-col gap-4">{body.map(block)}</div>;
}

/** The content of one line. */
export function RichLine({ content }: { readonly content: Schemas['RichLine'] }) {
  return <>{content.map(inline)}</>;
}

/** The plain text of a line or a text, to search in. */
export function wordsOf(parts: readonly (Block | Inline)[]): string {
  return parts
    .map((part) => {
      if (part.type === 'list') return part.items.map(wordsOf).join(' ');
      if (part.type === 'quote') return wordsOf(part.body);
      if ('content' in part) return wordsOf(part.content);
      return 'text' in part ? part.text : ' ';
    })
    .join('');
}

// The parts of a text are never reordered, so their index is a good key.
function block(part: Block, place: number): ReactNode {
  switch (part.type) {
    case 'heading':
      return part.level === 2 ? (
        <h2 key={place} id={part.id} className="mt-4 scroll-mt-6 text-xl font-semibold tracking-tight first:mt-0">
          {part.content.map(inline)}
        </h2>
      ) : (
        <h3 key={place} id={part.id} className="mt-2 scroll-mt-6 font-semibold">
          {part.content.map(inline)}
        </h3>
      );
    case 'paragraph':
      return (
        <p key={place} className="leading-relaxed">
          {part.content.map(inline)}
        </p>
      );
    case 'list': {
      const items = part.items.map((item, index) => (
        <li key={index} className="leading-relaxed">
          {item.map(block)}
        </li>
      ));
      return part.ordered ? (
        <ol key={place} className="flex list-decimal flex-col gap-2 pl-6">
          {items}
        </ol>
      ) : (
        <ul key={place} className="flex list-disc flex-col gap-2 pl-6">
          {items}
        </ul>
      );
    }
    case 'quote':
      return (
        <blockquote key={place} className="flex flex-col gap-3 border-l-4 border-base-300 pl-4 text-muted">
          {part.body.map(block)}
        </blockquote>
      );
  }
}

function inline(part: Inline, place: number): ReactNode {
  switch (part.type) {
    case 'text':
      return part.text;
    case 'code':
      return (
        <code key={place} className="rounded-selector bg-base-200 px-1">
          {part.text}
        </code>
      );
    case 'strong':
      return <strong key={place}>{part.content.map(inline)}</strong>;
    case 'emphasis':
      return <em key={place}>{part.content.map(inline)}</em>;
    case 'break':
      return <br key={place} />;
    case 'link':
      return link(part, place);
  }
}

function link({ to, content }: Schemas['RichLink'], place: number): ReactNode {
  const words = content.map(inline);
  if (OWN.test(to)) {
    return (
      <Link key={place} to={to} className="text-link">
        {words}
      </Link>
    );
  }
  if (!WEB.test(to) && !MAIL.test(to)) return <span key={place}>{words}</span>;
  return (
    <a key={place} href={to} className="text-link" {...(WEB.test(to) ? { target: '_blank', rel: 'noreferrer' } : {})}>
      {words}
    </a>
  );
}
