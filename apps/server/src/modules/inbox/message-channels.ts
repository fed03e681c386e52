import type { DeliveryReason, MessageChannelName } from '@cloud-factory/domain/inbox/record-kinds'
import { createTransport } from 'nodemailer'
import type { SmtpSettings } from '../../platform/config/config.ts'
import type { MessageText } from './message-text.ts'

/** A way to send messages out of the app. */
export interface MessageChannel {
  readonly name: MessageChannelName
  /** Where a person's address stands. */
  readonly address: 'email' | 'wecomId'
  /** The setting that names the groups of messages that a person wants by this channel. */
  readonly setting: 'byEmail' | 'byWecom'
  /** Rejects with `DeliveryFailure`. `key` is the same when it is sent again. */
  send(address: string, text: MessageText & { readonly key: string }): Promise<void>
}

/** Concerns this address for good, these messages for now, or everything that the channel sends. */
type FailureScope = 'address' | 'message' | 'channel'

/** An attempt to send failed. Neither the reason nor the detail contains an address or a secret. */
export class DeliveryFailure extends Error {
  readonly scope: FailureScope
  readonly reason: DeliveryReason
  /** Code of the other server. */
  readonly detail: string

  constructor(scope: FailureScope, reason: DeliveryReason, detail: string) {
    super(`${reason} ${detail}`)
    this.scope = scope
    this.reason = reason
    this.detail = detail
  }
}

const connectMs = 10_000
const idleMs = 30_000

/** E-mail by SMTP. Certificates are always checked. */
export function emailChannel(smtp: SmtpSettings, publicUrl: string): MessageChannel {
  const transport = createTransport({
    host: smtp.host,
    port: smtp.port,
    secure: smtp.security === 'tls',
    requireTLS: smtp.security === 'starttls',
    ignoreTLS: smtp.security === 'none',
    ...(smtp.login !== null && { auth: smtp.login }),
    tls: { minVersion: 'TLSv1.2', ...(smtp.ca !== null && { ca: smtp.ca }) },
    connectionTimeout: connectMs,
    greetingTimeout: connectMs,
    socketTimeout: idleMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  const { hostname } = new URL(publicUrl)
  return {
    name: 'email',
    address: 'email',
    setting: 'byEmail',
    async send(address, { subject, plain, html, key }) {
      try {
        await transport.sendMail({
          from: smtp.from,
          to: { name: '', address },
          subject,
          text: plain,
          html,
          messageId: `<${key}@${hostname}>`,
          // Answering machines do not answer it.
          headers: { 'Auto-Submitted': 'auto-generated' },
        })
      } catch (error) {
        throw smtpFailure(error as SmtpError)
      }
    },
  }
}

interface SmtpError {
  readonly message: string
  readonly code?: string
  readonly responseCode?: number
  readonly command?: string
}

/** Classifies an error of the SMTP client; its own text is left out, because it contains addresses. */
function smtpFailure({ message, code = 'ERROR', responseCode, command }: SmtpError): DeliveryFailure {
  const detail = responseCode === undefined ? code : String(responseCode)
  if (code === 'EAUTH' || code === 'ENOAUTH') return new DeliveryFailure('channel', 'sign_in', detail)
  // A certificate that is not trusted has no code of its own.
  if (code === 'ETLS' || /certificate|SSL/.test(message))
    return new DeliveryFailure('channel', 'insecure', detail)
  if (responseCode === undefined) return new DeliveryFailure('channel', 'unreachable', detail)
  if (responseCode < 500) return new DeliveryFailure('message', 'refused', detail)
  // The recipient's address; everything else is wrong with the server or our settings.
  return command === 'RCPT TO'
    ? new DeliveryFailure('address', 'rejected', detail)
    : new DeliveryFailure('message', 'refused', detail)
}
