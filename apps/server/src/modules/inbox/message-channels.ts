import type { DeliveryReason, MessageChannelName } from '@cloud-factory/domain/inbox/record-kinds'
import { createTransport } from 'nodemailer'
import type { Clock } from '../../platform/clock/clock.ts'
import type { SmtpSettings, WecomSettings } from '../../platform/config/config.ts'
import { askWecom, wecomApi, WecomFailure } from '../../platform/wecom/wecom-api.ts'
import { cut, type MessageText } from './message-text.ts'

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

/** Messages of our application to one member of the company in WeCom. */
export function wecomChannel(settings: WecomSettings, clock: Clock, timeLimit?: number): MessageChannel {
  const api = wecomApi(settings, clock, timeLimit)
  return {
    name: 'wecom',
    address: 'wecomId',
    setting: 'byWecom',
    async send(address, { subject, short, url }) {
      const reply = await api
        .call(
          'message/send',
          {},
          {
            touser: address,
            msgtype: 'textcard',
            agentid: Number(settings.agentId),
            textcard: { title: cut(plainText(subject), 128), description: cut(plainText(short), 512), url },
          },
        )
        .catch((error: unknown) => {
          if (error instanceof WecomFailure) throw tokenFailure(error.errcode)
          throw error
        })
      const errcode = reply.errcode ?? 0
      if (errcode !== 0) throw sendFailure(errcode)
      // WeCom answers so when it leaves out recipients.
      if (reply['invaliduser'] !== undefined && reply['invaliduser'] !== '')
        throw new DeliveryFailure('address', 'rejected', 'invaliduser')
    },
  }
}

/** Sends markdown to a group of WeCom. Rejects with `DeliveryFailure`. */
export interface GroupRobot {
  readonly name: 'robot'
  send(markdown: string): Promise<void>
}

/** https://developer.work.weixin.qq.com/document/path/91770 describes the robot of a group. */
export const groupRobot = (url: string, timeLimit?: number): GroupRobot => ({
  name: 'robot',
  async send(markdown) {
    const content = cut(markdown, 4096)
    const request = askWecom(url, timeLimit, { msgtype: 'markdown', markdown: { content } })
    const { errcode = 0 } = await request.catch((error: unknown) => {
      if (error instanceof WecomFailure) throw tokenFailure(error.errcode)
      throw error
    })
    if (errcode !== 0) throw sendFailure(errcode)
  },
})

/** A card may contain markup, but what people wrote means nothing. */
const plainText = (text: string): string => text.replaceAll('<', '＜').replaceAll('>', '＞')

const rateLimited = 45009
const unknownMembers: ReadonlySet<number> = new Set([40003, 60111, 81013, 82001])
/** Our application, its secret, its access token or the robot's key is not accepted, or not from this address. */
const wrongSettings: ReadonlySet<number> = new Set([
  40001, 40013, 40014, 40056, 41001, 42001, 48002, 60020, 93000,
])

/** WeCom gave no access token, or no documented answer (null). */
function tokenFailure(errcode: number | null): DeliveryFailure {
  if (errcode === null) return new DeliveryFailure('channel', 'unreachable', 'HTTP')
  const reason = errcode === rateLimited ? 'rate_limited' : errcode === -1 ? 'unreachable' : 'sign_in'
  return new DeliveryFailure('channel', reason, String(errcode))
}

/** WeCom did not accept a message. https://developer.work.weixin.qq.com/document/path/90313 lists its codes. */
function sendFailure(errcode: number): DeliveryFailure {
  const detail = String(errcode)
  if (errcode === rateLimited) return new DeliveryFailure('channel', 'rate_limited', detail)
  if (wrongSettings.has(errcode)) return new DeliveryFailure('channel', 'sign_in', detail)
  return unknownMembers.has(errcode)
    ? new DeliveryFailure('address', 'rejected', detail)
    : new DeliveryFailure('message', 'refused', detail)
}
