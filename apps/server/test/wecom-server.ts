import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { WecomSettings } from '../src/platform/config/config.ts'

/** A message as WeCom gets it. */
interface SentMessage {
  readonly touser: string
  readonly msgtype: string
  readonly agentid: number
  readonly textcard: { readonly title: string; readonly description: string; readonly url: string }
}

/** A message to a group as its robot sends it. */
interface GroupMessage {
  readonly msgtype: string
  readonly markdown: { readonly content: string }
}

/** A small server that speaks WeCom's calls; a test says what it answers. */
export interface WecomServer {
  readonly settings: WecomSettings
  tokensIssued: number
  validToken: string
  /** What `getuserinfo` answers for a code with a valid token. */
  members: Record<string, object>
  /** What `message/send` answers for a member with a valid token; success for the others. */
  answers: Record<string, object>
  /** Messages that were accepted. */
  messages: SentMessage[]
  /** Address of the robot of a group. */
  readonly robotUrl: string
  /** Messages that the group has got. */
  groupMessages: GroupMessage[]
  /** Answers every call, when set; `never` lets the caller wait. */
  trouble: ((path: string) => { status: number; body: string; location?: string } | 'never' | null) | null
  /** As at the beginning. */
  reset(): void
  close(): void
}

const initial = () => ({
  tokensIssued: 0,
  validToken: '',
  members: {},
  answers: {},
  messages: [],
  groupMessages: [],
  trouble: null,
})

async function bodyOf(request: IncomingMessage): Promise<unknown> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  return JSON.parse(Buffer.concat(parts).toString())
}

export async function startWecomServer(): Promise<WecomServer> {
  const answer = async (url: URL, request: IncomingMessage): Promise<object> => {
    const query = Object.fromEntries(url.searchParams)
    if (url.pathname === '/cgi-bin/gettoken') {
      if (query['corpid'] !== 'corp' || query['corpsecret'] !== 's3cret')
        return { errcode: 40001, errmsg: 'invalid' }
      wecom.tokensIssued += 1
      wecom.validToken = `token-${wecom.tokensIssued}`
      return { errcode: 0, errmsg: 'ok', access_token: wecom.validToken, expires_in: 7200 }
    }
    if (url.pathname === '/cgi-bin/webhook/send') return answerRobot(query['key'], request)
    if (query['access_token'] !== wecom.validToken) return { errcode: 42001, errmsg: 'access_token expired' }
    if (url.pathname === '/cgi-bin/auth/getuserinfo')
      return wecom.members[query['code'] ?? ''] ?? { errcode: 40029, errmsg: 'invalid code' }
    const message = (await bodyOf(request)) as SentMessage
    const refusal = wecom.answers[message.touser]
    if (refusal === undefined) wecom.messages.push(message)
    return refusal ?? { errcode: 0, errmsg: 'ok', msgid: 'm' }
  }
  const answerRobot = async (key: string | undefined, request: IncomingMessage): Promise<object> => {
    if (key !== 'robot-k3y') return { errcode: 93000, errmsg: 'invalid webhook url' }
    wecom.groupMessages.push((await bodyOf(request)) as GroupMessage)
    return { errcode: 0, errmsg: 'ok' }
  }
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://wecom')
    const trouble = wecom.trouble?.(url.pathname) ?? null
    if (trouble === 'never') return
    const headers = trouble?.location === undefined ? {} : { location: trouble.location }
    void Promise.resolve(trouble?.body ?? answer(url, request).then((reply) => JSON.stringify(reply))).then(
      (body) => {
        response.writeHead(trouble?.status ?? 200, { 'content-type': 'application/json', ...headers })
        response.end(body)
      },
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const wecom: WecomServer = {
    settings: {
      corpId: 'corp',
      corpSecret: 's3cret',
      agentId: '1000002',
      baseUrl: `http://127.0.0.1:${port}`,
      authorizeBaseUrl: 'https://open.weixin.qq.com/connect/oauth2/authorize',
    },
    robotUrl: `http://127.0.0.1:${port}/cgi-bin/webhook/send?key=robot-k3y`,
    ...initial(),
    reset: () => Object.assign(wecom, initial()),
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
  return wecom
}
