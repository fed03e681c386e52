/**
 * A path on this origin, or `/` for anything else: `//evil`, `https:`, backslashes and control characters are used to
 * redirect users to other sites after sign-in.
 */
export function ownPath(target: string | null | undefined): string {
  if (target === null || target === undefined || !/^\/(?![/\\])[^\\\p{Cc}]*$/u.test(target)) return '/'
  try {
    const url = new URL(target, 'http://own.invalid')
    return url.host === 'own.invalid' && !url.pathname.startsWith('//')
      ? url.pathname + url.search + url.hash
      : '/'
  } catch {
    return '/'
  }
}

/** Address to which a visitor without a session is redirected; path, query and hash are restored after sign-in. */
export function loginPathFor(fullPath: string): string {
  return fullPath === '/' ? '/login' : `/login?redirect=${encodeURIComponent(fullPath)}`
}
