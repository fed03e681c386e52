import type { RoleRow } from '@cloud-factory/contract/people'

type Judged = Pick<RoleRow, 'can'>

/** Only the administrator's role rejects changes by what it is. */
export const editReason = ({ can }: Judged): true | string =>
  can.edit === 'state.refused' ? 'role.admin' : can.edit

/** Only shipped roles refuse to be deleted by what they are. */
export const deleteReason = ({ can }: Judged): true | string =>
  can.delete === 'state.refused' ? 'role.shipped' : can.delete
