import { randomBytes } from 'node:crypto'
import type { DeviceRow, PairingReply } from '@cloud-factory/contract/displays/screen-devices'
import type { ScreenRow } from '@cloud-factory/contract/displays/screens'
import type { TestApp } from '../../../test/app.ts'

/** What a TV reports of itself. */
export const beacon = {
  build: 'b1',
  width: 3840,
  height: 2160,
  scale: 1.5,
  fps: 59.5,
  heapMb: 84,
  page: 0,
  commandNo: 0,
}

/** Calls of an administrator, and of TVs that are paired with a screen; by default with the first one. */
export function tvCalls(app: () => TestApp, admin: () => string, first: () => ScreenRow | undefined) {
  const call = async <T>(
    method: 'GET' | 'POST' | 'PATCH',
    url: string,
    payload?: object,
    authorization = admin(),
  ) => {
    const reply = await app().inject({ method, url, headers: { authorization }, ...(payload && { payload }) })
    return { status: reply.statusCode, body: (reply.body === '' ? null : reply.json()) as T }
  }
  const newSecret = () => randomBytes(32).toString('base64url')
  const ask = (secret: string, remoteAddress = '10.0.0.7') =>
    app().inject({
      method: 'POST',
      url: '/api/screens/pairing',
      remoteAddress,
      payload: { secret, width: 3840, height: 2160 },
    })
  const pairingReply = async (secret: string) => (await ask(secret)).json<PairingReply>()
  const codeOf = async (secret: string) => {
    const reply = await pairingReply(secret)
    if (reply.state !== 'waiting') throw new Error('paired already')
    return reply.code
  }
  const confirm = (code: string, name: string, screen: ScreenRow | undefined) =>
    call<DeviceRow>('POST', '/api/screens/pairing/confirm', { code, name, screenId: screen?.id })
  const pair = async (name: string, screen = first()) => {
    const secret = newSecret()
    const { id } = (await confirm(await codeOf(secret), name, screen)).body
    const reply = await pairingReply(secret)
    if (reply.state !== 'paired') throw new Error('not paired')
    return { id, token: reply.paired.token, paired: reply.paired }
  }
  return { call, newSecret, ask, pairingReply, codeOf, confirm, pair }
}
