import { useSession } from '../../shared/session.ts'

/** Which paired TV this is; null: a person's window. */
export function ownDevice(): string | null {
  const user = useSession.getState().user as { readonly device?: { readonly id?: string } } | null
  return user?.device?.id ?? null
}
