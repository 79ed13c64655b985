import { showContent } from '#server/domain/contents/contents.ts';
import type { Handler } from './handler.ts';

/** A text of the club in the language of the call. */
export const getContent: Handler<'getContent'> = async (services, call) => ({
  status: 200,
  body: await showContent(services, { slug: call.path.slug, culture: call.culture, now: services.clock.now() }),
});
