import type { components } from '#openapi/api.gen.d.ts';
import { wordsOf } from '#src/ui/rich-text.tsx';

type Block = components['schemas']['RichBlock'];
type Line = components['schemas']['RichLine'];

export interface Question {
  readonly id: string;
  readonly title: Line;
  readonly answer: readonly Block[];
  /** All its text, as it is searched. */
  readonly words: string;
}

export interface Section {
  readonly id: string;
  readonly title: Line;
  readonly questions: readonly Question[];
}

/**
 * The questions of a text: each heading of level 2 begins a section, each heading of level 3 a question, with its
 * answer below.
 */
export function sectionsOf(body: readonly Block[]): readonly Section[] {
  return parts(body, 2).map(({ heading, rest }) => ({
    id: heading.id,
    title: heading.content,
    questions: parts(rest, 3).map((question) => ({
      id: question.heading.id,
      title: question.heading.content,
      answer: question.rest,
      words: searchable(`${wordsOf(question.heading.content)} ${wordsOf(question.rest)}`),
    })),
  }));
}

type Heading = Extract<Block, { type: 'heading' }>;

function parts(
  body: readonly Block[],
  level: 2 | 3,
): readonly { readonly heading: Heading; readonly rest: readonly Block[] }[] {
  const starts = body.flatMap((block, place) =>
    block.type === 'heading' && block.level === level ? [{ heading: block, place }] : [],
  );
  return starts.map(({ heading, place }, index) => ({
    heading,
    rest: body.slice(place + 1, starts[index + 1]?.place),
  }));
}

/** The questions that contain every word that was typed, ignoring case and the width of letters. */
export function found(sections: readonly Section[], typed: string): readonly Section[] {
  const wanted = searchable(typed)
    .split(/\s+/)
    .filter((word) => word !== '');
  return sections
    .map((section) => ({
      ...section,
      questions: section.questions.filter(({ words }) => wanted.every((word) => words.includes(word))),
    }))
    .filter(({ questions }) => questions.length > 0);
}

function searchable(text: string): string {
  return text.normalize('NFKC').toLowerCase();
}
