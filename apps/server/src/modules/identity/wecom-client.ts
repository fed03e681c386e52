import { z } from 'zod'
import type { Clock } from '../../platform/clock/clock.ts'
import type { WecomSettings } from '../../platform/config/config.ts'
import { fail } from '../../platform/http/domain-error.ts'

const requestMilliseconds = 5_000
/** Subtracted from the lifetime of an access token, so that it does not expire in transit. */
const marginSeconds = 300
/** Token missing, invalid or expired: fetch another one and repeat the request. */
const staleToken: ReadonlySet<number> = new Set([40014, 41001, 42001])
/** Code invalid, used or expired: the browser has to start again. */
const staleCode: ReadonlySet<number> = new Set([40029, 42003])

const tokenReply = z.object({
  errcode: z.number().optional(),
  access_token: z.string().min(1),
  expires_in: z.number().min(1),
})
const personReply = z.object({
  errcode: z.number().optional(),
  userid: z.string().min(1).max(64).optional(),
})
type PersonReply = z.output<typeof personReply>

/** The WeCom interface. Throws DomainError `provider.failed` when it does not answer as documented. */
export interface WecomClient {
  /**
   * Id of the member with this code; null for somebody outside the company. Fails with `ticket.invalid` for an expired code.
   */
  memberOf(code: string): Promise<string | null>
}

export function wecomClient({ baseUrl, corpId, corpSecret }: WecomSettings, clock: Clock): WecomClient {
  let held: { token: string; until: number } | null = null

  const accessToken = async (): Promise<string> => {
    const now = clock.now().getTime()
    if (held !== null && now < held.until) return held.token
    const reply = tokenReply.safeParse(await get('gettoken', { corpid: corpId, corpsecret: corpSecret }))
    if (!reply.success || (reply.data.errcode ?? 0) !== 0) fail('provider.failed')
    const { access_token: token, expires_in: seconds } = reply.data
    held = { token, until: now + (seconds - marginSeconds) * 1000 }
    return token
  }

  const person = async (code: string): Promise<PersonReply> => {
    const reply = personReply.safeParse(
      await get('auth/getuserinfo', { access_token: await accessToken(), code }),
    )
    return reply.success ? reply.data : fail('provider.failed')
  }

  const get = async (path: string, query: Record<string, string>): Promise<unknown> => {
    const url = `${baseUrl}/cgi-bin/${path}?${new URLSearchParams(query).toString()}`
    try {
      const response = await fetch(url, {
        redirect: 'error',
        signal: AbortSignal.timeout(requestMilliseconds),
        headers: { accept: 'application/json' },
      })
      if (!response.ok) fail('provider.failed')
      return await response.json()
    } catch {
      // The error is not passed on: its text contains the address, which contains the secret.
      fail('provider.failed')
    }
  }

  return {
    async memberOf(code) {
      let reply = await person(code)
      if (staleToken.has(reply.errcode ?? 0)) {
        held = null
        reply = await person(code)
      }
      if (staleCode.has(reply.errcode ?? 0)) fail('ticket.invalid')
      if ((reply.errcode ?? 0) !== 0) fail('provider.failed')
      return reply.userid ?? null
    },
  }
}
