import type { UserRow } from '@cloud-factory/contract/identity/people'

/** Form values of a user; empty fields are empty strings. */
export type UserValues = {
  username: string
  cnName: string
  email: string
  phone: string
  wecomId: string
  badge: string
  roleIds: string[]
}

type Shown = Pick<UserRow, 'username' | 'cnName' | 'email' | 'phone' | 'wecomId' | 'badge' | 'roles'>

const nobody: Shown = {
  username: '',
  cnName: '',
  email: null,
  phone: null,
  wecomId: null,
  badge: null,
  roles: [],
}

export function valuesOf(user: Shown | null): UserValues {
  const { username, cnName, email, phone, wecomId, badge, roles } = user ?? nobody
  return {
    username,
    cnName,
    email: email ?? '',
    phone: phone ?? '',
    wecomId: wecomId ?? '',
    badge: badge ?? '',
    roleIds: roles.map(({ id }) => id),
  }
}

export function inputOf({ cnName, email, phone, wecomId, badge, roleIds }: UserValues) {
  return {
    cnName: cnName.trim(),
    email: orNull(email),
    phone: orNull(phone),
    wecomId: orNull(wecomId),
    badge: orNull(badge),
    roleIds: [...roleIds],
  }
}

const orNull = (text: string | null | undefined): string | null => (text ?? '').trim() || null

/** Why a person cannot be disabled, in words that say it of people: the only state that rejects it is being oneself. */
export const disableReason = ({ can }: Pick<UserRow, 'can'>): true | string =>
  can.disable === 'state.refused' ? 'user.self' : can.disable
