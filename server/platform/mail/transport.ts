import type { Config } from '#server/platform/config/config.ts';

const TIMEOUT_MS = 15_000;

export interface OutgoingMail {
  id: string;
  recipientName: string;
  recipient: string;
  subject: string;
  body: string;
  /** Empty for a mail from before message ids existed. */
  html: string;
  culture: string;
  createdAt: Date;
}

/** The result for a mail: handed to the mail server, or rendered for the operator if there is none. */
export type MailResult = { kind: 'sent' } | { kind: 'kept'; eml: string };

/** Delivers mails. @throws Error from `deliver` if the mail server did not accept it; the outbox tries again */
export interface Mailer {
  deliver(mail: OutgoingMail): Promise<MailResult>;
}

/**
 * The mailer of the configuration: over SMTP, or without `SMTP_URL` one that only renders. The package that it works
 * with is read with the first mail.
 */
export function createMailer(
  config: Pick<Config, 'smtpUrl' | 'smtpRequiresTls' | 'mailFrom' | 'publicOrigin'>,
): Mailer {
  const hardened = { disableFileAccess: true, disableUrlAccess: true };
  const domain = new URL(config.publicOrigin).hostname;
  // Names and addresses go as fields of their own: a bare string with a line break was once read as one more address.
  const compose = (mail: OutgoingMail) => ({
    ...hardened,
    messageId: `<${mail.id}@${domain}>`,
    date: mail.createdAt,
    from: config.mailFrom,
    to: { name: mail.recipientName, address: mail.recipient },
    subject: mail.subject,
    text: mail.body,
    ...(mail.html === '' ? {} : { html: mail.html }),
    // Prevents automatic replies (RFC 3834; the second header is for Exchange).
    headers: {
      'auto-submitted': 'auto-generated',
      'x-auto-response-suppress': 'All',
      'content-language': mail.culture,
    },
  });
  if (config.smtpUrl === null) {
    return {
      deliver: async (mail) => {
        const { createTransport } = await import('nodemailer');
        const renderer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
        const { message } = await renderer.sendMail(compose(mail));
        return { kind: 'kept', eml: message.toString() };
      },
    };
  }
  const options = {
    url: config.smtpUrl,
    requireTLS: config.smtpRequiresTls,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
    dnsTimeout: TIMEOUT_MS,
  };
  return {
    deliver: async (mail) => {
      const { createTransport } = await import('nodemailer');
      await createTransport(options).sendMail(compose(mail));
      return { kind: 'sent' };
    },
  };
}
