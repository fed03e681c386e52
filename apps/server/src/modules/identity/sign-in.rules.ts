interface PasswordFacts {
  readonly status: 'active' | 'disabled'
  readonly passwordState: 'lasting' | 'first' | 'once' | 'used'
  readonly passwordExpiresAt: Date | null
}

/** Whether the correct password permits a sign-in: not when the account is disabled, or the password is used up or expired. */
export function isPasswordUsable(
  { status, passwordState, passwordExpiresAt }: PasswordFacts,
  now: Date,
): boolean {
  return (
    status === 'active' && passwordState !== 'used' && (passwordExpiresAt === null || now < passwordExpiresAt)
  )
}
