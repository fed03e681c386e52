import type { DemoContext } from '../../platform/module.ts'
import type { Passwords } from '../../platform/auth/passwords.ts'
import type { Write } from '../../platform/db/handles.ts'
import { insertPerson, roleIdsByCode, saveRolesOf } from './people.store.ts'

export interface DemoPerson {
  /** Sign-in name, and the code of the role. */
  readonly username: string
  readonly cnName: string
}

/** The people of the demo factory; the administrator is the one of every first start. */
export const demoPeople: readonly DemoPerson[] = [
  { username: 'admin', cnName: '系统管理员' },
  { username: 'manager', cnName: '陈建国' },
  { username: 'planner', cnName: '李文静' },
  { username: 'foreman', cnName: '王大勇' },
  { username: 'inspector', cnName: '赵晓梅' },
  { username: 'equipment', cnName: '刘志强' },
  { username: 'viewer', cnName: '周敏' },
  { username: 'buyer', cnName: '孙丽华' },
]

/**
 * Creates the demo people, each with the role of their name and with the password known as `password`. Registers their ids, for
 * example as `user:planner`. Throws when no password is known.
 */
export async function addDemoPeople(
  write: Write,
  { plantId, now, known }: DemoContext,
  passwords: Passwords,
): Promise<void> {
  const password = known.get('password')
  if (password === undefined) throw new Error('the demo people need a password')
  const roleIds = await roleIdsByCode(write, plantId)
  const present = await write
    .selectFrom('users')
    .select(['id', 'username'])
    .where('plant_id', '=', plantId)
    .where(
      'username_key',
      'in',
      demoPeople.map(({ username }) => username),
    )
    .execute()
  for (const { id, username } of present) known.set(`user:${username}`, String(id))
  // One password has one hash: hashing it for each takes 50 ms.
  const hash = await passwords.hash(password)
  for (const [index, { username, cnName }] of demoPeople.entries()) {
    if (known.has(`user:${username}`)) continue
    const stored = { hash, state: 'lasting', expiresAt: null } as const
    const number = String(index).padStart(2, '0')
    const contact = { email: null, phone: `138000010${number}`, wecomId: null, badge: `B-10${number}` }
    const id = await insertPerson(
      write,
      plantId,
      { username, cnName, ...contact, password: stored },
      { by: null, now },
    )
    const roleId = roleIds.get(username)
    await saveRolesOf(write, id, roleId === undefined ? [] : [roleId])
    known.set(`user:${username}`, String(id))
  }
}
