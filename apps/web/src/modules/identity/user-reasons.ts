import type { UserRow } from '@cloud-factory/contract/identity/people'

/** Why a person cannot be disabled, in words that say it of people: the only state that rejects it is being oneself. */
export const disableReason = ({ can }: Pick<UserRow, 'can'>): true | string =>
  can.disable === 'state.refused' ? 'user.self' : can.disable
