import type { AddressInfo } from 'node:net'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import type { SmtpSettings } from '../../platform/config/config.ts'

/** For `localhost`, signed by itself; its key is known to everybody. */
const key = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgyy4UuHX2/DERpYnN
MW3m0MwzXaY3Ucua2J90scjE/02hRANCAASPMzzuWn/jdvZ+h/NSLqRLznwNRUN2
sYIjuzqZy7EUqkPrgYe44DoTwvotDJJGncEf1TA2brYSB5v7omQtwSRH
-----END PRIVATE KEY-----`
const certificate = `-----BEGIN CERTIFICATE-----
MIIBaDCCAQ2gAwIBAgIBATAKBggqhkjOPQQDAjAUMRIwEAYDVQQDDAlsb2NhbGhv
c3QwIBcNMjAwMTAxMDAwMDAwWhgPMjEyMDAxMDEwMDAwMDBaMBQxEjAQBgNVBAMM
CWxvY2FsaG9zdDBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABI8zPO5af+N29n6H
81IupEvOfA1FQ3axgiO7OpnLsRSqQ+uBh7jgOhPC+i0MkkadwR/VMDZuthIHm/ui
ZC3BJEejTjBMMBoGA1UdEQQTMBGCCWxvY2FsaG9zdIcEfwAAATAPBgNVHRMBAf8E
BTADAQH/MB0GA1UdDgQWBBQdrAIOpn6ILvOKFUzDxCFCycxmmjAKBggqhkjOPQQD
AgNJADBGAiEA2M9OsmzS9ECI/QFjHJKCZWZ0IhdnE0NSDn3+4qBQKFkCIQD8p4qJ
9nHN2PTRTMyvJQRIgc+bz/zv5EU0+zkfWh5Ttg==
-----END CERTIFICATE-----`

interface Mail {
  readonly to: string
  /** Headers and body as they were sent. */
  readonly source: string
}

export interface MailServer {
  /** What came, oldest first. */
  readonly mails: Mail[]
  /** Answers for recipients, by their address; the others are accepted. */
  readonly answers: Map<string, number>
  readonly settings: SmtpSettings
  close(): Promise<void>
}

/** A real SMTP server on a free port, with STARTTLS unless said otherwise. */
export async function startMailServer(options: SMTPServerOptions = {}): Promise<MailServer> {
  const mails: Mail[] = []
  const answers = new Map<string, number>()
  const server = new SMTPServer({
    key,
    cert: certificate,
    authOptional: true,
    onRcptTo({ address }, _session, callback) {
      const responseCode = answers.get(address)
      callback(
        responseCode === undefined ? null : Object.assign(new Error(`no ${address}`), { responseCode }),
      )
    },
    onData(stream, { envelope }, callback) {
      const parts: Buffer[] = []
      stream.on('data', (part: Buffer) => parts.push(part))
      stream.on('end', () => {
        mails.push({
          to: envelope.rcptTo.map(({ address }) => address).join(),
          source: Buffer.concat(parts).toString(),
        })
        callback(null)
      })
    },
    ...options,
  })
  // A client that does not trust the certificate breaks off.
  server.on('error', () => undefined)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.server.address() as AddressInfo
  return {
    mails,
    answers,
    settings: {
      host: '127.0.0.1',
      port,
      security: 'starttls',
      login: null,
      from: 'Cloud Factory <factory@example.com>',
      ca: certificate,
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

/** The headers and the decoded parts of a mail. */
export function readMail(source: string): { subject: string; text: string; html: string; head: string } {
  const [head = '', ...rest] = source.split('\r\n\r\n')
  const boundary = /boundary="?([^"\r\n;]+)/.exec(head)?.[1] ?? ''
  const [text = '', html = ''] = rest
    .join('\r\n\r\n')
    .split(`--${boundary}`)
    .slice(1, 3)
    .map((part) => {
      const [partHead = '', ...body] = part.split('\r\n\r\n')
      return decoded(body.join('\r\n\r\n'), /encoding: ([\w-]+)/i.exec(partHead)?.[1] ?? '7bit')
    })
  const unfolded = head.replaceAll(/\r\n[ \t]+/g, ' ')
  const subject = (/^Subject: (.*)$/m.exec(unfolded)?.[1] ?? '')
    .replaceAll(/\?=\s+=\?/g, '?==?')
    .replaceAll(/=\?UTF-8\?(\w)\?([^?]*)\?=/gi, (_, kind: string, word: string) =>
      kind.toUpperCase() === 'B'
        ? Buffer.from(word, 'base64').toString()
        : decoded(word.replaceAll('_', ' '), 'quoted-printable'),
    )
  return { subject, text: text.replaceAll('\r\n', '\n').trim(), html, head: unfolded }
}

function decoded(body: string, encoding: string): string {
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString()
  if (encoding !== 'quoted-printable') return body
  const bytes = body
    .replaceAll(/=\r?\n/g, '')
    .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString()
}
