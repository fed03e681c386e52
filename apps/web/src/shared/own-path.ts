/**
 * A path within this origin, or `/` when it is not one: `//evil`, `https:`, backslashes and control characters are
 * how a link leads people away after sign-in.
 */
export function ownPath(wanted: string | null | undefined): string {
  if (wanted === null || wanted === undefined || !/^\/(?![/\\])[^\\\p{Cc}]*$/u.test(wanted)) return '/'
  try {
    const url = new URL(wanted, 'http://own.invalid')
    return url.host === 'own.invalid' && !url.pathname.startsWith('//')
      ? url.pathname + url.search + url.hash
      : '/'
  } catch {
    return '/'
  }
}

/** Where somebody without a session is led: path, query and hash come back after sign-in. */
export function loginPathFor(fullPath: string): string {
  return fullPath === '/' ? '/login' : `/login?redirect=${encodeURIComponent(fullPath)}`
}
