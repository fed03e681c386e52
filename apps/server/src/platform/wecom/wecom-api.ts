import { z } from 'zod'
import type { Clock } from '../clock/clock.ts'
import type { WecomSettings } from '../config/config.ts'

const timeoutMs = 5_000
/** Subtracted from the lifetime of an access token, so that it does not expire in transit. */
const marginSeconds = 300
/** Token missing, invalid or expired: fetch another one and repeat the request. */
const staleToken: ReadonlySet<number> = new Set([40014, 41001, 42001])

const anyReply = z.looseObject({ errcode: z.number().optional() })
type WecomReply = z.output<typeof anyReply>
const tokenReply = z.object({ access_token: z.string().min(1), expires_in: z.number().min(1) })

/**
 * WeCom did not answer as documented (`errcode` null), or gave us no access token. The message contains no address,
 * because addresses contain the secret.
 */
export class WecomFailure extends Error {
  readonly errcode: number | null

  constructor(errcode: number | null) {
    super(
      errcode === null ? 'WeCom does not answer as documented' : `WeCom gives no access token: ${errcode}`,
    )
    this.errcode = errcode
  }
}

/** The WeCom interface, called as our application. */
export interface WecomApi {
  /** A GET request, with a body a POST request. Resolves to the reply, also when its `errcode` is not 0. */
  call(path: string, query: Readonly<Record<string, string>>, body?: object): Promise<WecomReply>
}

/** One request to WeCom, a POST request if it has a body. */
export async function askWecom(url: string, timeLimit = timeoutMs, body?: object): Promise<WecomReply> {
  try {
    const response = await fetch(url, {
      redirect: 'error',
      signal: AbortSignal.timeout(timeLimit),
      headers: { accept: 'application/json' },
      ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
    })
    if (!response.ok) throw new WecomFailure(null)
    return anyReply.parse(await response.json())
  } catch {
    // The error is not passed on: its text contains the address.
    throw new WecomFailure(null)
  }
}

/** Fetches access tokens by itself, and another one when the first is not valid any more. */
export function wecomApi(
  { baseUrl, corpId, corpSecret }: WecomSettings,
  clock: Clock,
  timeLimit = timeoutMs,
): WecomApi {
  let held: { token: string; until: number } | null = null

  const request = (path: string, query: Readonly<Record<string, string>>, body?: object) =>
    askWecom(`${baseUrl}/cgi-bin/${path}?${new URLSearchParams(query).toString()}`, timeLimit, body)

  const accessToken = async (): Promise<string> => {
    const now = clock.now().getTime()
    if (held !== null && now < held.until) return held.token
    const reply = await request('gettoken', { corpid: corpId, corpsecret: corpSecret })
    if ((reply.errcode ?? 0) !== 0) throw new WecomFailure(reply.errcode ?? null)
    const issued = tokenReply.safeParse(reply)
    if (!issued.success) throw new WecomFailure(null)
    const { access_token: token, expires_in: seconds } = issued.data
    held = { token, until: now + (seconds - marginSeconds) * 1000 }
    return token
  }

  const once = async (...[path, query, body]: Parameters<WecomApi['call']>): Promise<WecomReply> =>
    request(path, { ...query, access_token: await accessToken() }, body)

  return {
    async call(...request) {
      const reply = await once(...request)
      if (!staleToken.has(reply.errcode ?? 0)) return reply
      held = null
      return once(...request)
    },
  }
}
