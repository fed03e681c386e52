import type { Generated, GeneratedAlways } from 'kysely'
import type { Instant } from '../db/tables.ts'

declare module '../db/tables.ts' {
  interface Tables {
    users: UserTable
    roles: RoleTable
    user_roles: UserRoleTable
    sessions: SessionTable
    attempts: AttemptTable
  }
}

/** `lasting`: chosen by its owner; `first`: of the first start; `once`: handed over, not yet used; `used`: handed over, used. */
export type PasswordState = 'lasting' | 'first' | 'once' | 'used'
export type SignInMethod = 'password' | 'ticket' | 'wecom' | 'oidc'

interface UserTable {
  id: GeneratedAlways<number>
  plant_id: number
  username: string
  username_key: string
  cn_name: string
  email: string | null
  /** Typed by the person themself and checked by nobody. */
  email_typed: Generated<boolean>
  phone: string | null
  status: Generated<'active' | 'disabled'>
  password_hash: string | null
  password_state: Generated<PasswordState>
  password_expires_at: Date | null
  wecom_id: string | null
  oidc_issuer: string | null
  oidc_subject: string | null
  last_sign_in_at: Date | null
  version: Generated<number>
  created_at: Instant
  created_by: number | null
  updated_at: Instant
  updated_by: number | null
}

interface RoleTable {
  id: GeneratedAlways<number>
  plant_id: number
  code: string
  name: string
  tags: string[]
  shipped: Generated<boolean>
  version: Generated<number>
  created_at: Instant
  created_by: number | null
  updated_at: Instant
  updated_by: number | null
}

interface UserRoleTable {
  user_id: number
  role_id: number
}

interface SessionTable {
  id: GeneratedAlways<number>
  plant_id: number
  user_id: number
  token_hash: string
  method: SignInMethod
  address: string
  device: string
  created_at: Date
  last_seen_at: Date
  expires_at: Date
}

interface AttemptTable {
  plant_id: number
  scope: string
  key: string
  count: number
  expires_at: Date
}
