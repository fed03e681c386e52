interface PasswordFacts {
  readonly status: 'active' | 'disabled'
  readonly passwordState: 'lasting' | 'first' | 'once' | 'used'
  readonly passwordExpiresAt: Date | null
}

/** Whether the right password still lets its owner in: not when disabled, used up or out of date. */
export function isPasswordUsable(
  { status, passwordState, passwordExpiresAt }: PasswordFacts,
  now: Date,
): boolean {
  return (
    status === 'active' && passwordState !== 'used' && (passwordExpiresAt === null || now < passwordExpiresAt)
  )
}
