import { type PermissionRule, satisfies } from '@cloud-factory/domain/identity/permissions'
import { useSession } from './session.ts'

const nobody: readonly string[] = []

/** Tags of the signed-in person; empty when nobody is signed in. */
export const usePermissionTags = () => useSession((session) => session.user?.permissionTags ?? nobody)

/** Whether the signed-in person has the permission, by the contract's rule. */
export const useAllowed = (rule: PermissionRule) => satisfies(usePermissionTags(), rule)
