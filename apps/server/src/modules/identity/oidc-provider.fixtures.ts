import { createHash, createSign, generateKeyPairSync, randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

interface Pending {
  readonly challenge: string
  readonly nonce: string
  readonly redirectUri: string
}

/** A small identity provider over real HTTP, for tests: discovery, keys, the code flow with PKCE, RS256. */
export interface OidcProvider {
  readonly issuer: string
  /** Claims of whoever signs in next, over the standard ones. */
  claims: Record<string, unknown>
  /** When false, the token's signature is bent. */
  isHonest: boolean
  /** When false, every call is answered with a fault. */
  isUp: boolean
  /** What the provider does when the browser comes: back to us with a code. */
  authorize(authorizeUrl: string): { code: string; state: string; redirectUri: string }
  close(): void
}

const base64url = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')

export async function startOidcProvider(client: { id: string; secret: string }): Promise<OidcProvider> {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const pending = new Map<string, Pending>()
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  const idToken = (nonce: string): string => {
    const time = Math.floor(Date.now() / 1000)
    const claims = { iss: issuer, aud: client.id, iat: time, exp: time + 300, nonce, ...provider.claims }
    const signed = `${base64url({ alg: 'RS256', kid: 'k1' })}.${base64url(claims)}`
    const signer = createSign('RSA-SHA256').update(provider.isHonest ? signed : `${signed}x`)
    return `${signed}.${signer.sign(privateKey, 'base64url')}`
  }

  const token = (authorization: string, form: URLSearchParams): [number, object] => {
    const basic = `Basic ${Buffer.from(`${client.id}:${client.secret}`).toString('base64')}`
    const isClient =
      authorization === basic ||
      (form.get('client_id') === client.id && form.get('client_secret') === client.secret)
    if (!isClient) return [401, { error: 'invalid_client' }]
    const code = form.get('code') ?? ''
    const begun = pending.get(code)
    pending.delete(code)
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url')
    if (
      begun === undefined ||
      begun.challenge !== challenge ||
      begun.redirectUri !== form.get('redirect_uri')
    ) {
      return [400, { error: 'invalid_grant' }]
    }
    return [
      200,
      { access_token: randomUUID(), token_type: 'Bearer', expires_in: 300, id_token: idToken(begun.nonce) },
    ]
  }

  const answer = async (request: IncomingMessage): Promise<[number, object]> => {
    if (!provider.isUp) return [503, { error: 'temporarily_unavailable' }]
    if (request.url === '/.well-known/openid-configuration') return [200, discovery(issuer)]
    if (request.url === '/jwks') {
      return [
        200,
        { keys: [{ ...publicKey.export({ format: 'jwk' }), kid: 'k1', alg: 'RS256', use: 'sig' }] },
      ]
    }
    let body = ''
    for await (const chunk of request) body += String(chunk)
    return token(request.headers.authorization ?? '', new URLSearchParams(body))
  }

  server.on('request', (request, response) => {
    void answer(request).then(([status, body]) => {
      response.writeHead(status, { 'content-type': 'application/json' })
      response.end(JSON.stringify(body))
    })
  })

  const provider: OidcProvider = {
    issuer,
    claims: {},
    isHonest: true,
    isUp: true,
    authorize(authorizeUrl) {
      const query = Object.fromEntries(new URL(authorizeUrl).searchParams)
      const code = randomUUID()
      const redirectUri = query['redirect_uri'] ?? ''
      pending.set(code, {
        challenge: query['code_challenge'] ?? '',
        nonce: query['nonce'] ?? '',
        redirectUri,
      })
      return { code, state: query['state'] ?? '', redirectUri }
    },
    close: () => server.close(),
  }
  return provider
}

const discovery = (issuer: string): object => ({
  issuer,
  authorization_endpoint: `${issuer}/authorize`,
  token_endpoint: `${issuer}/token`,
  jwks_uri: `${issuer}/jwks`,
  response_types_supported: ['code'],
  subject_types_supported: ['public'],
  id_token_signing_alg_values_supported: ['RS256'],
  code_challenge_methods_supported: ['S256'],
})
