import { type PermissionRule, satisfies } from '@cloud-factory/domain/identity/permissions'
import { useSession } from './session.ts'

const nobody: readonly string[] = []

/** Tags of the signed-in person; empty when nobody is signed in. */
export const usePermissionTags = () => useSession((session) => session.user?.permissionTags ?? nobody)

/** The same outside of components, at this moment. */
export const isAllowed = (rule: PermissionRule) =>
  satisfies(useSession.getState().user?.permissionTags ?? nobody, rule)

/** Whether the signed-in person has the permission, by the contract's rule. */
export const useAllowed = (rule: PermissionRule) => satisfies(usePermissionTags(), rule)
