import type { GeneratedAlways } from 'kysely'
import type { Instant, Json } from '../../platform/db/tables.ts'

declare module '../../platform/db/tables.ts' {
  interface Tables {
    sign_in_tickets: SignInTicketTable
    oidc_sign_ins: OidcSignInTable
    preferences: PreferenceTable
  }
}

interface SignInTicketTable {
  id: GeneratedAlways<number>
  plant_id: number
  user_id: number
  token_hash: string
  next: string | null
  created_at: Date
  expires_at: Date
}

interface OidcSignInTable {
  id: GeneratedAlways<number>
  plant_id: number
  state_hash: string
  nonce: string
  code_verifier: string
  next: string | null
  expires_at: Date
}

interface PreferenceTable {
  user_id: number
  key: string
  value: Json
  updated_at: Instant
}
