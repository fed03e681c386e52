import type { TerminalSignIn } from '@cloud-factory/contract/identity/terminals'
import { sql } from 'kysely'
import { recordAudit } from '../../platform/audit/record.ts'
import type { Actor } from '../../platform/auth/actor.ts'
import { type AttemptLimit, forgetAttempts, rejectWhenClosed } from '../../platform/auth/attempts.ts'
import type { Passwords } from '../../platform/auth/passwords.ts'
import { asReads, type Reads, type Write } from '../../platform/db/handles.ts'
import { fail } from '../../platform/http/domain-error.ts'
import { recordEvent } from '../../platform/outbox/record.ts'
import { type Account, accountById } from './account.queries.ts'
import type { Arrival, CommandDeps } from './identity.deps.ts'
import { requireOwnPassword } from './own-account.ts'
import { arrive, recordFailedSignIn, type SignIn } from './sign-in.ts'
import { terminalById } from './terminals.ts'

/** Wrong PINs per person, on all terminals together. */
const pinLimit: AttemptLimit = { scope: 'pin', most: 5, seconds: 900 }
/** Failed sign-ins per terminal, whoever they are for: nobody tries the PINs or badges of all colleagues. */
const terminalLimit: AttemptLimit = { scope: 'terminal', most: 30, seconds: 600 }
/** After so many wrong PINs in a row a PIN is blocked until its owner sets a new one. */
const maxFailures = 10

type Deps = CommandDeps & { readonly passwords: Passwords }

/**
 * Signs a person in at a terminal. Somebody unknown, a person without a PIN, a blocked or wrong PIN and a disabled
 * person give the same answer after the same work.
 */
export const signInAtTerminal =
  (deps: Deps) =>
  async (actor: Actor, input: TerminalSignIn, arrival: Arrival): Promise<SignIn> => {
    const { db, clock, plantId } = deps
    const terminal = await terminalById(db.reads, plantId, actor.terminalId ?? '0')
    const userId = await personMeant(db.reads, plantId, Number(terminal.id), input)
    const person = { limit: pinLimit, key: userId === null ? keyOfUnknown(input) : String(userId) }
    const attempted = [person, { limit: terminalLimit, key: terminal.id }]
    await rejectWhenClosed(db.reads, plantId, attempted, clock.now())

    const account = userId === null ? null : await accountById(db.reads, plantId, userId)
    const method = input.pin === undefined ? 'badge' : 'pin'
    const isRight =
      input.pin === undefined ? terminal.badgeAlone : await isPinRight(deps, account?.id ?? null, input.pin)
    if (isRight && account !== null) {
      const signedIn = await db.tx(async (write) => {
        const now = clock.now()
        // Checked again: of several concurrent guesses, a correct one that ends after too many wrong ones is rejected.
        await rejectWhenClosed(asReads(write), plantId, attempted, now)
        await forgetAttempts(write, plantId, person)
        await leaveTerminals(write, plantId, account, Number(terminal.id))
        const at = { id: Number(terminal.id), name: terminal.name }
        return arrive(write, { plantId, account, method, next: null, terminal: at }, arrival, now)
      })
      if (signedIn !== null) return signedIn
    }
    await recordFailedSignIn(deps, { attempted, method, account }, arrival)
    fail('signin.failed')
  }

/** Unknown people and badges are limited as others are, so that a limit does not reveal who exists. */
const keyOfUnknown = (input: TerminalSignIn): string =>
  'badge' in input ? `badge ${input.badge.toUpperCase()}` : input.userId

/** Id of the person; null when the terminal does not show this person, or nobody has this badge. */
async function personMeant(
  reads: Reads,
  plantId: number,
  terminalId: number,
  input: TerminalSignIn,
): Promise<number | null> {
  const people = reads.selectFrom('users').select('users.id').where('users.plant_id', '=', plantId)
  const found =
    'badge' in input
      ? people.where(sql`upper(users.badge)`, '=', input.badge.toUpperCase())
      : people
          .innerJoin('terminal_people as shown', 'shown.user_id', 'users.id')
          .where('shown.terminal_id', '=', terminalId)
          .where('users.id', '=', Number(input.userId))
  return (await found.executeTakeFirst())?.id ?? null
}

/** Counts the attempt before the PIN is compared, so that concurrent guesses are not more than others. */
async function isPinRight({ db, passwords }: Deps, userId: number | null, pin: string): Promise<boolean> {
  const attempt = await db.tx((write) =>
    write
      .updateTable('users')
      .set((eb) => ({ pin_failures: eb('pin_failures', '+', 1) }))
      .where('id', '=', userId ?? 0)
      .where('status', '=', 'active')
      .where('pin_hash', 'is not', null)
      .where('pin_failures', '<', maxFailures)
      .returning('pin_hash')
      .executeTakeFirst(),
  )
  const stored = attempt?.pin_hash ?? null
  if (!(await passwords.verify(stored, pin)) || stored === null) return false
  // A PIN that was replaced meanwhile does not count any more.
  const reset = await db.tx((write) =>
    write
      .updateTable('users')
      .set({ pin_failures: 0 })
      .where('id', '=', userId ?? 0)
      .where('pin_hash', '=', stored)
      .returning('id')
      .executeTakeFirst(),
  )
  return reset !== undefined
}

/** One person at a terminal, and each person at one terminal: a forgotten session ends when its owner goes on elsewhere. */
async function leaveTerminals(write: Write, plantId: number, { id }: Account, terminalId: number) {
  await write
    .deleteFrom('sessions')
    .where('plant_id', '=', plantId)
    .where('terminal_id', 'is not', null)
    .where((eb) => eb.or([eb('user_id', '=', id), eb('terminal_id', '=', terminalId)]))
    .execute()
}

interface PinChange {
  readonly password: string
  readonly pin: string | null
}

/** Sets or removes one's own PIN. A wrong password counts as a failed sign-in. */
export const changePin =
  (deps: Deps) =>
  async (actor: Actor, { password, pin }: PinChange, arrival: Arrival): Promise<void> => {
    const { db, passwords } = deps
    const { plantId, username } = actor
    const userId = Number(actor.userId)
    await requireOwnPassword(deps, actor, password, arrival)
    if (pin !== null && (await isGuessable(db.reads, userId, pin)))
      fail('password.weak', { params: { reason: 'pin' } })
    const hash = pin === null ? null : await passwords.hash(pin)
    await db.tx(async (write) => {
      await write
        .updateTable('users')
        .set({ pin_hash: hash, pin_failures: 0 })
        .where('plant_id', '=', plantId)
        .where('id', '=', userId)
        .execute()
      await forgetAttempts(write, plantId, { limit: pinLimit, key: actor.userId })
      await recordAudit(write, actor, {
        action: pin === null ? 'pin.remove' : 'pin.set',
        subjectKind: 'user',
        subjectId: actor.userId,
        subjectName: username,
      })
      await recordEvent(write, actor, { name: 'users.changed', subjectId: actor.userId })
    })
  }

/** One digit or group again and again, a row up or down, a year, lines of the number pad. */
const usual = [/^(\d)\1*$/, /^(\d\d)\1+$/, /^(\d\d\d)\1+$/, /^(\d)\1(\d)\2$/, /^(19|20)\d\d$/]
const rows = ['01234567890', '09876543210', '2580', '0852', '1470', '3690']

/** Whether others would try this PIN first. */
async function isGuessable(reads: Reads, userId: number, pin: string): Promise<boolean> {
  if (usual.some((pattern) => pattern.test(pin)) || rows.some((row) => row.includes(pin))) return true
  const { phone } = await reads
    .selectFrom('users')
    .select('phone')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  return (phone ?? '').replaceAll(/\D/g, '').endsWith(pin)
}
