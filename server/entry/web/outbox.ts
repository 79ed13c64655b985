// The outbox page: if no mail server is configured, the operator of a local Perch reads the mails here. It is not part
// of the API. Mails contain codes that open accounts, so it answers only this machine, under a name of this machine.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Services } from '#server/domain/services/services.ts';
import { contentSecurityPolicy } from '#server/entry/http/headers.ts';
import { isFromThisMachine } from '#server/entry/http/this-machine.ts';
import { findMail, listMails, type KeptMail } from '#server/platform/mail/kept-mails.ts';
import {
  frameDocument,
  listPage,
  mailPage,
  missingPage,
  OUTBOX_PATH,
  OUTBOX_STYLE,
  STYLE_PATH,
} from './outbox-pages.ts';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const HTML = 'text/html; charset=utf-8';

/** The frame of a mail: its own styles, and nothing that runs, loads or is sent. */
const FRAME_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'; sandbox allow-popups allow-popups-to-escape-sandbox";

interface MailRoute {
  Params: { id: string };
}

/** Registers the pages of the outbox. */
export async function registerOutbox(app: FastifyInstance, services: Services): Promise<void> {
  const { db, config } = services;
  const policy = `${contentSecurityPolicy({ apiOrigins: [] })}; frame-src 'self'`;
  app.addHook('onRequest', async (request, reply) => {
    void reply.headers({ 'cache-control': 'no-store', 'content-security-policy': policy, 'x-robots-tag': 'noindex' });
    if (!isFromThisMachine(request)) await reply.code(404).type('text/plain; charset=utf-8').send('Not found\n');
  });
  app.get<{ Querystring: { after?: unknown } }>(OUTBOX_PATH, async (request, reply) => {
    const { after } = request.query;
    const place = typeof after === 'string' && UUID.test(after) ? after : null;
    const list = await listMails(db, place);
    return reply.type(HTML).send(listPage({ ...list, first: place === null }));
  });
  app.get(STYLE_PATH, (_request, reply) => reply.type('text/css; charset=utf-8').send(OUTBOX_STYLE));
  const withMail =
    (answer: (reply: FastifyReply, mail: KeptMail) => FastifyReply) =>
    async (request: FastifyRequest<MailRoute>, reply: FastifyReply) => {
      const { id } = request.params;
      const mail = UUID.test(id) ? await findMail(db, id) : null;
      return mail === null ? reply.code(404).type(HTML).send(missingPage()) : answer(reply, mail);
    };
  app.get<MailRoute>(
    `${OUTBOX_PATH}/:id`,
    withMail((reply, mail) => reply.type(HTML).send(mailPage(mail, config.publicOrigin))),
  );
  app.get<MailRoute>(
    `${OUTBOX_PATH}/:id/html`,
    withMail((reply, mail) =>
      reply
        .headers({ 'content-security-policy': FRAME_POLICY, 'x-frame-options': 'SAMEORIGIN' })
        .type(HTML)
        .send(frameDocument(mail)),
    ),
  );
  app.get<MailRoute>(
    `${OUTBOX_PATH}/:id/message`,
    withMail((reply, mail) => reply.type('text/plain; charset=utf-8').send(mail.eml ?? '')),
  );
}
