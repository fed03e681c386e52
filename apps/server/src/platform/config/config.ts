import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { type Language, languages } from '@cloud-factory/contract/identity/access'
import { type GroupKind, groupKinds } from '@cloud-factory/domain/inbox/record-kinds'
import { z } from 'zod'

const port = z.coerce.number().int().min(0).max(65_535)
const flag = z.enum(['0', '1']).transform((value) => value === '1')
const secret = z.string().min(1)

/** Every setting there is; docs/settings.md lists the same names with the same defaults. Empty counts as unset. */
export const env = z.object({
  HOST: z.string().default('127.0.0.1'),
  PORT: port.default(8080),
  DATA_DIR: z.string().default('./data'),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'starts with postgres://')
    .optional(),
  MQTT_URL: z
    .string()
    .regex(/^(mqtts?|wss?|tcp|ssl):\/\//, 'starts with mqtt:// or mqtts://')
    .optional(),
  MQTT_PORT: port.default(1883),
  MQTT_CONNECTIONS_PER_MINUTE: z.coerce.number().int().min(10).max(1_000_000).default(600),
  ADMIN_PASSWORD: z.string().min(8).max(256).optional(),
  DEMO: flag.default(true),
  SIMULATOR: flag.default(true),
  DEMO_PASSWORD: z.string().min(8).max(256).optional(),
  FACTORY_TZ: z
    .string()
    .refine(
      (zone) => Intl.supportedValuesOf('timeZone').includes(zone) || zone === 'UTC',
      'is a name such as Asia/Shanghai',
    )
    .default('Asia/Shanghai'),
  MESSAGE_DAYS: z.coerce.number().int().min(7).max(3650).default(180),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'silent']).default('info'),
  PUBLIC_URL: z.url().optional(),
  TRUST_PROXY: z.string().optional(),
  METRICS_TOKEN: z.string().min(16).optional(),
  WECOM_CORP_ID: secret.optional(),
  WECOM_SECRET: secret.optional(),
  WECOM_AGENT_ID: secret.optional(),
  WECOM_BASE_URL: z.url().default('https://qyapi.weixin.qq.com'),
  WECOM_AUTHORIZE_URL: z.url().default('https://open.weixin.qq.com/connect/oauth2/authorize'),
  WECOM_ROBOT_URL: z.url({ protocol: /^https?$/ }).optional(),
  WECOM_ROBOT_KINDS: z
    .string()
    .transform((text) => text.split(',').map((kind) => kind.trim()))
    .pipe(z.array(z.enum(groupKinds)))
    .optional(),
  WECOM_ROBOT_LANGUAGE: z.enum(languages).default('zh'),
  SMTP_HOST: z.string().optional(),
  SMTP_PORT: port.default(587),
  SMTP_SECURITY: z.enum(['starttls', 'tls', 'none']).default('starttls'),
  SMTP_USER: secret.optional(),
  SMTP_PASSWORD: secret.optional(),
  SMTP_FROM: z.string().optional(),
  SMTP_CA_FILE: z.string().optional(),
  OIDC_ISSUER: z.url().optional(),
  OIDC_CLIENT_ID: secret.optional(),
  OIDC_CLIENT_SECRET: secret.optional(),
  OIDC_NAME: z.string().max(40).default('SSO'),
  NODE_ENV: z.string().optional(),
})
type Env = z.output<typeof env>

export interface WecomSettings {
  readonly corpId: string
  readonly corpSecret: string
  readonly agentId: string
  readonly baseUrl: string
  readonly authorizeBaseUrl: string
}

/** A robot that a group of WeCom has added. */
export interface RobotSettings {
  /** Contains its key, so it is a secret. */
  readonly url: string
  readonly kinds: readonly GroupKind[]
  readonly language: Language
}

export interface SmtpSettings {
  readonly host: string
  readonly port: number
  /** Encrypted from the start, by STARTTLS and not otherwise, or not at all. */
  readonly security: Env['SMTP_SECURITY']
  readonly login: { readonly user: string; readonly pass: string } | null
  readonly from: string
  /** Certificate of the authority that signed the server's; null: one of the public ones. */
  readonly ca: string | null
}

export interface OidcSettings {
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
  readonly name: string
}

export interface Config {
  readonly host: string
  readonly port: number
  readonly dataDir: string
  readonly databaseUrl: string | null
  readonly mqttUrl: string | null
  readonly mqttPort: number
  /** Connections per minute that one address may open to the embedded broker. */
  readonly mqttConnectionsPerMinute: number
  readonly adminPassword: string | null
  readonly demo: boolean
  readonly demoPassword: string | null
  /** Whether this server simulates the simulated site and the demo machines. */
  readonly simulator: boolean
  readonly timeZone: string
  /** Messages that are older are deleted. */
  readonly messageDays: number
  readonly logLevel: Env['LOG_LEVEL']
  readonly publicUrl: string | null
  /** Addresses of proxies whose X-Forwarded-For is trusted; null: none. */
  readonly trustProxy: readonly string[] | null
  readonly metricsToken: string | null
  readonly wecom: WecomSettings | null
  readonly robot: RobotSettings | null
  readonly smtp: SmtpSettings | null
  readonly oidc: OidcSettings | null
  /** true: zod parses replies before they are sent (development, tests). false: a compiled serialiser writes them. */
  readonly checkReplies: boolean
}

/** An invalid setting: the message names it and says what is allowed. */
export class BadSetting extends Error {}

/** Reads the environment once. Throws BadSetting with one line per invalid setting. */
export function readConfig(source: Readonly<Record<string, string | undefined>>): Config {
  const provided = Object.fromEntries(
    Object.entries(source).filter(([, value]) => value !== undefined && value !== ''),
  )
  const parsed = env.safeParse(provided)
  if (!parsed.success) {
    throw new BadSetting(
      parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('\n'),
    )
  }
  return fromEnv(parsed.data)
}

function fromEnv(e: Env): Config {
  return {
    host: e.HOST,
    port: e.PORT,
    dataDir: resolve(e.DATA_DIR),
    databaseUrl: e.DATABASE_URL ?? null,
    mqttUrl: e.MQTT_URL ?? null,
    mqttPort: e.MQTT_PORT,
    mqttConnectionsPerMinute: e.MQTT_CONNECTIONS_PER_MINUTE,
    adminPassword: e.ADMIN_PASSWORD ?? null,
    demo: e.DEMO,
    demoPassword: e.DEMO_PASSWORD ?? null,
    simulator: e.SIMULATOR,
    timeZone: e.FACTORY_TZ,
    messageDays: e.MESSAGE_DAYS,
    logLevel: e.LOG_LEVEL,
    publicUrl: e.PUBLIC_URL?.replace(/\/+$/, '') ?? null,
    trustProxy: e.TRUST_PROXY?.split(',').map((address) => address.trim()) ?? null,
    metricsToken: e.METRICS_TOKEN ?? null,
    wecom: wecomSettings(e),
    robot: robotSettings(e),
    smtp: smtpSettings(e),
    oidc: oidcSettings(e),
    checkReplies: e.NODE_ENV !== 'production',
  }
}

function wecomSettings(e: Env): WecomSettings | null {
  if (e.WECOM_CORP_ID === undefined || e.WECOM_SECRET === undefined || e.WECOM_AGENT_ID === undefined)
    return null
  return {
    corpId: e.WECOM_CORP_ID,
    corpSecret: e.WECOM_SECRET,
    agentId: e.WECOM_AGENT_ID,
    baseUrl: e.WECOM_BASE_URL.replace(/\/+$/, ''),
    authorizeBaseUrl: e.WECOM_AUTHORIZE_URL,
  }
}

function robotSettings(e: Env): RobotSettings | null {
  if (e.WECOM_ROBOT_URL === undefined) return null
  if (e.PUBLIC_URL === undefined) throw new BadSetting('PUBLIC_URL: is needed with WECOM_ROBOT_URL')
  return {
    url: e.WECOM_ROBOT_URL,
    kinds: e.WECOM_ROBOT_KINDS ?? groupKinds,
    language: e.WECOM_ROBOT_LANGUAGE,
  }
}

/** Half a configuration stops the start, because nobody would notice that e-mails are missing. */
function smtpSettings(e: Env): SmtpSettings | null {
  if (e.SMTP_HOST === undefined) return null
  if (e.SMTP_FROM === undefined) throw new BadSetting('SMTP_FROM: is needed with SMTP_HOST')
  if (e.PUBLIC_URL === undefined) throw new BadSetting('PUBLIC_URL: is needed with SMTP_HOST')
  if ((e.SMTP_USER === undefined) !== (e.SMTP_PASSWORD === undefined))
    throw new BadSetting('SMTP_USER, SMTP_PASSWORD: both or none')
  const { SMTP_USER: user, SMTP_PASSWORD: pass } = e
  return {
    host: e.SMTP_HOST,
    port: e.SMTP_PORT,
    security: e.SMTP_SECURITY,
    login: user === undefined || pass === undefined ? null : { user, pass },
    from: e.SMTP_FROM,
    ca: e.SMTP_CA_FILE === undefined ? null : certificateIn(e.SMTP_CA_FILE),
  }
}

function certificateIn(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    throw new BadSetting('SMTP_CA_FILE: cannot be read')
  }
}

function oidcSettings(e: Env): OidcSettings | null {
  if (e.OIDC_ISSUER === undefined || e.OIDC_CLIENT_ID === undefined || e.OIDC_CLIENT_SECRET === undefined)
    return null
  return {
    issuer: e.OIDC_ISSUER,
    clientId: e.OIDC_CLIENT_ID,
    clientSecret: e.OIDC_CLIENT_SECRET,
    name: e.OIDC_NAME,
  }
}
