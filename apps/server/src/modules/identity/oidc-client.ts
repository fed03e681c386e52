import * as openid from 'openid-client'
import type { OidcSettings } from '../../platform/config/config.ts'
import { fail } from '../../platform/http/domain-error.ts'

const requestSeconds = 8
const loopback: ReadonlySet<string> = new Set(['127.0.0.1', '[::1]', 'localhost'])

/** Data to store until the browser returns. `state` is sent along with the browser; the rest is not. */
export interface OidcChecks {
  readonly state: string
  readonly nonce: string
  readonly codeVerifier: string
}

/** The identity reported by the provider. */
export interface OidcIdentity {
  readonly issuer: string
  readonly subject: string
  /** Only an address that the provider verified; otherwise null. */
  readonly email: string | null
}

/** Parameters of the browser's return. */
export interface OidcReturn {
  readonly code: string
  readonly state: string
  readonly iss?: string | undefined
}

/** The identity provider. Throws DomainError `provider.failed` when it is unreachable or violates the protocol. */
export interface OidcClient {
  /** Name shown to users. */
  readonly name: string
  /** The address to redirect the browser to, and the data to store. */
  begin(): Promise<{ authorizeUrl: string; checks: OidcChecks }>
  /** Exchanges the code. Fails with `ticket.invalid` when the provider rejects the code. */
  finish(back: OidcReturn, checks: OidcChecks): Promise<OidcIdentity>
}

export function oidcClient(settings: OidcSettings, publicUrl: string): OidcClient {
  const redirectUri = `${publicUrl}/auth-redirect`
  let discovered: Promise<openid.Configuration> | null = null

  const provider = async (): Promise<openid.Configuration> => {
    discovered ??= discover(settings)
    try {
      return await discovered
    } catch {
      // Not cached, so that the next sign-in tries again.
      discovered = null
      fail('provider.failed')
    }
  }

  return {
    name: settings.name,
    async begin() {
      const configuration = await provider()
      const checks = {
        state: openid.randomState(),
        nonce: openid.randomNonce(),
        codeVerifier: openid.randomPKCECodeVerifier(),
      }
      const authorizeUrl = openid.buildAuthorizationUrl(configuration, {
        redirect_uri: redirectUri,
        scope: 'openid email profile',
        state: checks.state,
        nonce: checks.nonce,
        code_challenge: await openid.calculatePKCECodeChallenge(checks.codeVerifier),
        code_challenge_method: 'S256',
      })
      return { authorizeUrl: authorizeUrl.href, checks }
    },
    async finish({ code, state, iss }, checks) {
      const configuration = await provider()
      const back = new URL(redirectUri)
      back.search = new URLSearchParams({ code, state, ...(iss === undefined ? {} : { iss }) }).toString()
      try {
        const tokens = await openid.authorizationCodeGrant(configuration, back, {
          pkceCodeVerifier: checks.codeVerifier,
          expectedState: checks.state,
          expectedNonce: checks.nonce,
          idTokenExpected: true,
        })
        return identityOf(tokens.claims())
      } catch (error) {
        const isStale = error instanceof openid.ResponseBodyError && error.error === 'invalid_grant'
        return fail(isStale ? 'ticket.invalid' : 'provider.failed')
      }
    },
  }
}

function discover({ issuer, clientId, clientSecret }: OidcSettings): Promise<openid.Configuration> {
  const address = new URL(issuer)
  return openid.discovery(address, clientId, clientSecret, undefined, {
    timeout: requestSeconds,
    execute: [
      // The library relies on TLS for a token that it fetched itself; the signature is verified here as well.
      openid.enableNonRepudiationChecks,
      // Only on this machine without TLS: for a reverse proxy or a test.
      ...(loopback.has(address.hostname) ? [openid.allowInsecureRequests] : []),
    ],
  })
}

function identityOf(claims: openid.IDToken | undefined): OidcIdentity {
  if (claims === undefined) fail('provider.failed')
  const { iss, sub, email, email_verified: isVerified } = claims
  return { issuer: iss, subject: sub, email: typeof email === 'string' && isVerified === true ? email : null }
}
